/// The box that a picture is to be made to fit: the one description of size that decoders, editors and the command share.
public struct ThumbnailSize: Hashable, Sendable {
    /// What happens where the picture and the box differ in shape.
    public enum Fit: String, Sendable, CaseIterable {
        /// The whole picture inside of the box, its shape kept.
        case contain
        /// The box filled, its shape kept, the middle of the picture shown.
        case cover
        /// Stretched to the box.
        case fill
    }

    /// The box in pixels, as displayed (orientation applied).
    public var box: PixelSize
    /// How the picture gets into the box. Default: contained.
    public var fit: Fit
    /// Whether a smaller picture is made larger.
    public var enlarges: Bool
    /// Whether a drawing (SVG) is drawn larger than it says: it has no pixels of its own and stays sharp at any size.
    public var enlargesDrawings: Bool

    /// Makes a box that smaller pictures are left alone in, unless they are to be enlarged.
    ///
    /// - Parameter enlargesDrawings: Default: true, so that an icon fills the view that it is drawn for.
    public init(_ box: PixelSize, fit: Fit = .contain, enlarges: Bool = false, enlargesDrawings: Bool = true) {
        self.box = box
        self.fit = fit
        self.enlarges = enlarges
        self.enlargesDrawings = enlargesDrawings
    }

    /// A square box of `side` pixels, the picture inside of it.
    public init(_ side: Int) { self.init(PixelSize(width: side, height: side)) }

    /// What is done to a picture: scaled to `scaled`, then `crop` is cut out of that.
    public struct Plan: Hashable, Sendable {
        /// The size that the whole picture is scaled to, in pixels.
        public var scaled: PixelSize
        /// What is cut out of the scaled picture.
        public var crop: PixelRect

        /// Makes a plan.
        public init(scaled: PixelSize, crop: PixelRect) {
            self.scaled = scaled
            self.crop = crop
        }

        /// The size of the result.
        public var size: PixelSize { crop.size }
    }

    /// How a picture of `source` pixels (as displayed) gets into the box. Sides are rounded to the nearest (0.5 up), at least 1.
    public func plan(for source: PixelSize) -> Plan {
        guard !source.isEmpty, !box.isEmpty else { return Plan(scaled: source, crop: PixelRect(source)) }
        let horizontal = Double(box.width) / Double(source.width)
        let vertical = Double(box.height) / Double(source.height)
        func limited(_ ratio: Double) -> Double { enlarges ? ratio : min(1, ratio) }
        func scaled(_ x: Double, _ y: Double) -> PixelSize {
            func side(_ length: Int, _ ratio: Double) -> Int {
                Int(min(Double(1 << 28), max(1, (Double(length) * ratio).rounded(.toNearestOrAwayFromZero))))
            }
            return PixelSize(width: side(source.width, x), height: side(source.height, y))
        }
        switch fit {
        case .contain:
            let ratio = limited(min(horizontal, vertical))
            let size = scaled(ratio, ratio)
            return Plan(scaled: size, crop: PixelRect(size))
        case .fill:
            let size = scaled(limited(horizontal), limited(vertical))
            return Plan(scaled: size, crop: PixelRect(size))
        case .cover:
            let ratio = limited(max(horizontal, vertical))
            let size = scaled(ratio, ratio)
            let width = min(box.width, size.width)
            let height = min(box.height, size.height)
            return Plan(
                scaled: size,
                crop: PixelRect(
                    x: (size.width - width) / 2, y: (size.height - height) / 2, width: width, height: height))
        }
    }

    /// The canonical text for cache keys.
    public var key: String {
        let limit = enlarges ? ",enlarged" : enlargesDrawings ? "" : ",never-enlarged"
        return "\(box.width)x\(box.height),\(fit.rawValue)\(limit)"
    }
}
