internal import WebImageCore

/// One frame as an animated file stores it: a part of the canvas, and what becomes of it.
struct AnimationPart: Sendable, Hashable {
    /// What happens to the part's place after its time, before the next one is drawn.
    enum Disposal: Sendable {
        case keep
        /// The place becomes clear.
        case clear
        /// The place becomes what it was before the part was drawn.
        case restore
    }

    /// How the part is put onto the canvas.
    enum Blend: Sendable {
        /// Its pixels, alpha included, replace those of the canvas.
        case replace
        case over
    }

    /// The place on the canvas; what lies outside of the canvas isn't shown.
    var rect: PixelRect
    /// How long the frame is shown, as the file says.
    var duration: Duration
    var disposal: Disposal
    var blend: Blend
    /// Whether the part is known to have no transparent pixel; false where that isn't known without decoding.
    var isOpaque: Bool

    init(
        rect: PixelRect, duration: Duration, disposal: Disposal = .keep, blend: Blend = .over, isOpaque: Bool = false
    ) {
        self.rect = rect
        self.duration = duration
        self.disposal = disposal
        self.blend = blend
        self.isOpaque = isOpaque
    }

    /// How long a player shows the frame: times of 10 ms and less stand as 100 ms, as in browsers.
    var playedDuration: Duration { duration <= .milliseconds(10) ? .milliseconds(100) : duration }

    func covers(_ canvas: PixelSize) -> Bool {
        rect.x <= 0 && rect.y <= 0 && rect.x + rect.width >= canvas.width && rect.y + rect.height >= canvas.height
    }
}
