/// What a coder is given besides the data.
public struct DecodeContext: Sendable {
    /// How the picture is decoded.
    public var options: DecodeOptions
    /// What the first bytes say; nil where they say nothing.
    public var format: ImageFormat?
    /// Looked at every few rows, scans or frames.
    public var token: CancellationToken
    /// The picture's address, for messages; nil where it is not known.
    public var url: ImageURL?

    /// Makes a context; without arguments, of the whole picture in full size.
    public init(
        options: DecodeOptions = DecodeOptions(), format: ImageFormat? = nil,
        token: CancellationToken = CancellationToken(), url: ImageURL? = nil
    ) {
        self.options = options
        self.format = format
        self.token = token
        self.url = url
    }
}
