/// What an edit is given besides the pixels.
public struct EditContext: Sendable {
    /// What is known about the picture that is edited.
    public var info: ImageInfo
    /// The frame's number in an animation, 0 for a still.
    public var frameIndex: Int
    /// Looked at every few rows.
    public var token: CancellationToken

    /// Makes a context; without token, of an edit that can't be cancelled.
    public init(info: ImageInfo, frameIndex: Int = 0, token: CancellationToken = CancellationToken()) {
        self.info = info
        self.frameIndex = frameIndex
        self.token = token
    }
}
