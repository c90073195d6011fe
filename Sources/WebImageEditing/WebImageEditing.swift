public import WebImageCore

extension DecodedImage {
    public func edited(by editor: ImageEditor, token: CancellationToken, keepsAnimation: Bool) throws -> DecodedImage { self }
}
