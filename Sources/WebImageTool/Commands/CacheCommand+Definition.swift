extension CacheCommand {
    static let definition = CommandDefinition(
        name: "cache", operands: "",
        summary: "Look after the cache folder",
        discussion: """
            The cache keeps the bytes of pictures as they came, in a folder that only its user can read. Small entries sit \
            in its index, larger ones are files.
            """,
        subcommands: Action.allCases.map(\.definition))
}

extension CacheCommand.Action {
    var definition: CommandDefinition {
        let cache = OptionGroup(title: "Cache", options: [Options.cache.definition])
        let json = OptionGroup(title: "Reports", options: [Options.json.definition])
        func make(
            _ summary: String, _ discussion: String, operands: String = "", groups: [OptionGroup]
        ) -> CommandDefinition {
            CommandDefinition(
                name: "cache \(rawValue)", operands: operands, summary: summary, discussion: discussion, groups: groups)
        }
        switch self {
        case .path: return make("Print the cache folder", "The folder need not exist yet.", groups: [cache])
        case .stats:
            return make(
                "Tell how many entries and bytes the cache holds",
                "Sums come from the index, so that the answer takes no longer for a large cache.",
                groups: [cache, json])
        case .list:
            return make(
                "List the entries", "A line an entry, the one used last first.", groups: [cache, json])
        case .remove:
            return make(
                "Remove the entries of a URL",
                "All entries that came from URL go, under whatever key; the disk is freed.",
                operands: "URL…", groups: [cache])
        case .trim:
            return make(
                "Remove what was used longest ago", "The disk is freed at once. Give one or both of the limits.",
                groups: [
                    cache,
                    OptionGroup(
                        title: "Limits", options: [Options.trimBytes.definition, Options.trimAge.definition]),
                ])
        case .clear: return make("Remove all entries", "The disk is freed at once.", groups: [cache])
        case .verify:
            return make(
                "Read every entry, repair the index and remove what is damaged",
                "The exit code is 1 if something was wrong. Files that no entry has are removed once they are a day old.",
                groups: [cache, json])
        }
    }
}
