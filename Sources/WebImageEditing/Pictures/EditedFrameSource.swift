public import WebImageCore

/// The frames of an animation, each edited when it is asked for.
public struct EditedFrameSource: AnimationFrameSource {
    private let base: any AnimationFrameSource
    private let editor: ImageEditor
    private let info: ImageInfo
    public let size: PixelSize

    /// Makes frames that are edited when they are asked for.
    ///
    /// - Parameters:
    ///   - size: The size of the edited frames: every frame must come out like the first one.
    ///   - info: What is known about the unedited picture.
    public init(_ base: any AnimationFrameSource, editor: ImageEditor, size: PixelSize, info: ImageInfo) {
        self.base = base
        self.editor = editor
        self.size = size
        self.info = info
    }

    public var frameCount: Int { base.frameCount }
    public var loopCount: Int { base.loopCount }
    public var durations: [Duration] { base.durations }
    public var storedDurations: [Duration] { base.storedDurations }
    public var retainedByteCount: Int { base.retainedByteCount }

    /// The frame, edited.
    ///
    /// - Throws: What the frames and the editor throw; ``WebImageError/Code/editFailed`` where the frame came out in
    ///   another size than the first one.
    public func frame(at index: Int, token: CancellationToken) throws -> Bitmap {
        let frame = try base.frame(at: index, token: token)
        let edited = try editor.edit(frame, context: EditContext(info: info, frameIndex: index, token: token))
        guard edited.size == size else {
            throw WebImageError.edit(
                "The editor made frame \(index) \(edited.size) pixels large, but the first one \(size): all frames of an "
                    + "animation need one size.")
        }
        return edited
    }
}
