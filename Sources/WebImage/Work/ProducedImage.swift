/// A picture with the original that it was made from; a memory hit has none.
struct ProducedImage: Sendable {
    var image: DecodedImage
    var original: Original?
}
