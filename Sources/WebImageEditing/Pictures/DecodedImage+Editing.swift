public import WebImageCore

extension DecodedImage {
    /// The picture edited, with the editor's key on it. Frames of an animation are edited when they are asked for.
    ///
    /// - Parameter keepsAnimation: Otherwise the result is the still of the first frame. Default: true.
    /// - Throws: ``WebImageError/Code/editFailed`` and what a custom edit throws inside of it;
    ///   ``WebImageError/Code/cancelled``.
    public func edited(
        by editor: ImageEditor, token: CancellationToken = CancellationToken(), keepsAnimation: Bool = true
    ) throws(WebImageError) -> DecodedImage {
        var result = self
        let context = EditContext(info: info, token: token)
        result.bitmap = try editor.edit(bitmap, context: context)
        result.info.size = result.bitmap.size
        result.info.hasAlpha = !result.bitmap.isOpaque
        if !editor.steps.isEmpty { result.editKey = editor.key }
        guard let animation else { return result }
        if !keepsAnimation {
            result.animation = nil
            result.data = nil
            result.info.frameCount = 1
            result.info.loopCount = 1
            result.info.durations = []
        } else if !editor.steps.isEmpty {
            result.animation = EditedFrameSource(animation, editor: editor, size: result.bitmap.size, info: info)
        }
        return result
    }
}

extension Bitmap {
    /// The pixels edited.
    ///
    /// - Throws: As ``ImageEditor/edit(_:context:)``.
    public func edited(
        by editor: ImageEditor, token: CancellationToken = CancellationToken()
    ) throws(WebImageError) -> Bitmap {
        // Nothing is known about where the pixels came from.
        let info = ImageInfo(format: ImageFormat(rawValue: "bitmap"), size: size)
        return try editor.edit(self, context: EditContext(info: info, token: token))
    }
}
