public import FoundationEssentials

/// Decodes a picture while its bytes arrive, in pieces of any size.
///
/// One caller at a time; calls come on worker threads.
public protocol ProgressiveDecoder: AnyObject, Sendable {
    /// Takes the bytes that follow those taken before.
    ///
    /// - Throws: ``WebImageError/Code/corruptImage``, ``WebImageError/Code/tooManyPixels``… — then no more calls are made.
    func append(_ bytes: Data) throws

    /// What can be shown now, or nil where nothing new has come since the last call. The rest of the picture is clear or coarse.
    func partialImage() throws -> DecodedImage?

    /// The finished picture, with the same pixels as decoding everything at once.
    ///
    /// - Throws: ``WebImageError/Code/truncated`` where the data ends early and the options don't allow that.
    func finish() throws -> DecodedImage
}
