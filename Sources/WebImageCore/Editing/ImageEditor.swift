/// A chain of edits with a key: the same key means the same effect.
///
/// Editors are values. `+` appends; the parts of the library and programs add factories as static functions in
/// extensions, so that call sites read `.resize(…) + .roundedCorners(…)`.
public struct ImageEditor: Sendable {
    /// One edit.
    public struct Step: Sendable {
        /// Names the edit and every parameter that changes its effect.
        public var key: String

        /// Where the step is nothing but a change of size, the box: as the first step it is given to the decoder.
        public var thumbnail: ThumbnailSize?

        /// Makes the edited pixels; runs on a worker thread and may throw anything.
        public var edit: @Sendable (Bitmap, EditContext) throws -> Bitmap

        /// Makes one edit.
        public init(
            key: String, thumbnail: ThumbnailSize? = nil,
            edit: @escaping @Sendable (Bitmap, EditContext) throws -> Bitmap
        ) {
            self.key = key
            self.thumbnail = thumbnail
            self.edit = edit
        }
    }

    /// The edits in the order in which they are done.
    public var steps: [Step]

    /// Makes a chain of edits; an empty one changes nothing.
    public init(steps: [Step]) { self.steps = steps }

    /// An editor of one edit, made by the program.
    ///
    /// - Parameters:
    ///   - key: Must name every parameter: two editors with one key share cached pictures.
    ///   - edit: Takes and gives premultiplied pixels.
    public init(key: String, edit: @escaping @Sendable (Bitmap, EditContext) throws -> Bitmap) {
        steps = [Step(key: key, edit: edit)]
    }

    /// The keys of all steps, in order.
    public var key: String { steps.map(\.key).joined(separator: "|") }

    /// First the edits of `left`, then those of `right`.
    public static func + (left: ImageEditor, right: ImageEditor) -> ImageEditor {
        ImageEditor(steps: left.steps + right.steps)
    }

    /// Runs all steps.
    ///
    /// - Throws: ``WebImageError/Code/cancelled``; ``WebImageError/Code/editFailed`` with a step's own error inside.
    public func edit(_ bitmap: Bitmap, context: EditContext) throws(WebImageError) -> Bitmap {
        var result = bitmap
        for step in steps {
            try context.token.check()
            do {
                result = try step.edit(result, context)
            } catch {
                throw WebImageError.wrapping(error, as: .editFailed, "The edit \(step.key) failed.")
            }
        }
        return result
    }
}
