public import FoundationEssentials

/// What a display can be asked to load: a request, or an address in one of its forms.
public protocol ImageRequestConvertible: Sendable {
    /// The request; `options` are for those that have none of their own.
    func imageRequest(options: LoadOptions) -> ImageRequest
}

extension ImageRequest: ImageRequestConvertible {
    public func imageRequest(options: LoadOptions) -> ImageRequest { self }
}

extension ImageURL: ImageRequestConvertible {
    public func imageRequest(options: LoadOptions) -> ImageRequest { ImageRequest(url: self, options: options) }
}

extension URL: ImageRequestConvertible {
    public func imageRequest(options: LoadOptions) -> ImageRequest { ImageRequest(url: self, options: options) }
}

extension String: ImageRequestConvertible {
    public func imageRequest(options: LoadOptions) -> ImageRequest { ImageRequest(self, options: options) }
}
