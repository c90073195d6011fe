/// What an edit is given besides the pixels.
public struct EditContext: Sendable {
    /// What is known about the picture that is edited.
    public var info: ImageInfo
    /// The frame's number in an animation, 0 for a still.
    public var frameIndex: Int
    public var token: CancellationToken

    public init(info: ImageInfo, frameIndex: Int = 0, token: CancellationToken = CancellationToken()) {
        self.info = info
        self.frameIndex = frameIndex
        self.token = token
    }
}
