/// Options that help shows below one heading.
struct OptionGroup: Sendable {
    let title: String
    let options: [OptionDefinition]
}
