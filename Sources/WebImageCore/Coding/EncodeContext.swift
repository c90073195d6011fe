/// What a coder is given besides the picture to write.
public struct EncodeContext: Sendable {
    public var format: ImageFormat
    public var options: EncodeOptions
    public var token: CancellationToken

    public init(
        format: ImageFormat, options: EncodeOptions = EncodeOptions(), token: CancellationToken = CancellationToken()
    ) {
        self.format = format
        self.options = options
        self.token = token
    }
}
