public import WebImageCore

extension ImageEditor {
    /// The editor that changes nothing: no steps, an empty key.
    public static let identity = ImageEditor(steps: [])

    /// An editor of one step whose parameters are wrong: the error comes when a picture is edited.
    static func failing(_ key: String, _ message: String) -> ImageEditor {
        ImageEditor(key: key) { _, _ in throw WebImageError.edit(message) }
    }

    /// An edit by the program's own code.
    ///
    /// - Parameters:
    ///   - key: Must name every parameter of the edit: two edits with one key share cached pictures.
    ///   - edit: Takes and gives premultiplied pixels; runs on worker threads and may throw anything.
    public static func filter(
        key: String, _ edit: @escaping @Sendable (Bitmap, EditContext) throws -> Bitmap
    ) -> ImageEditor {
        ImageEditor(key: "filter(\(EditKey.escaped(key)))", edit: edit)
    }
}
