internal import WebImageCore

extension CoderManager {
    /// Every coder of this build; each takes its own formats only, so the order doesn't matter.
    static var builtInCoders: [any ImageCoder] {
        let coders: [any ImageCoder] = []
        return coders
    }
}
