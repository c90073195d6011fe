public import WebImageCore

extension DecodedImage {
    public func edited(by editor: ImageEditor, token: CancellationToken, keepsAnimation: Bool) throws -> DecodedImage {
        var result = self
        result.bitmap = try editor.edit(bitmap, context: EditContext(info: info, token: token))
        result.editKey = editor.key
        return result
    }
}
