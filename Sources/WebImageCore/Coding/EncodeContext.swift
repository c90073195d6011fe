/// What a coder is given besides the picture to write.
public struct EncodeContext: Sendable {
    /// The format to write.
    public var format: ImageFormat
    /// How the picture is written.
    public var options: EncodeOptions
    /// Looked at every few rows or frames.
    public var token: CancellationToken

    /// Makes a context; without options, of the format's usual quality.
    public init(
        format: ImageFormat, options: EncodeOptions = EncodeOptions(), token: CancellationToken = CancellationToken()
    ) {
        self.format = format
        self.options = options
        self.token = token
    }
}
