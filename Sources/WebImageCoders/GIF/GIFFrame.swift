internal import WebImageCore

/// One image of a GIF: where it stands in the file and how it gets onto the canvas.
struct GIFFrame: Sendable {
    /// What becomes of the frame's rectangle before the next frame (GIF89a, 23.c.iv).
    enum Disposal: Int, Sendable {
        case unspecified, keep, background, previous
    }

    /// The place on the canvas; parts of it may lie outside.
    var rect: PixelRect
    /// The bytes of the color table: the frame's own, else the file's; nil where there is none.
    var palette: Range<Int>?
    var transparentIndex: UInt8?
    var disposal: Disposal
    /// How long the frame is shown, in hundredths of a second, as the file says.
    var delay: Int
    var isInterlaced: Bool
    /// The number that the compressed data begins with.
    var minimumCodeSize: Int
    /// Where the first sub-block's length byte stands.
    var dataOffset: Int
    /// Whether the terminator of the data has been read.
    var isComplete: Bool
}
