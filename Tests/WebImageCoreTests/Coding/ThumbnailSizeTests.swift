import Testing
import WebImageCore

@Suite(.timeLimit(.minutes(5)))
struct ThumbnailSizeTests {
    private func size(_ width: Int, _ height: Int) -> PixelSize { PixelSize(width: width, height: height) }

    @Test(
        "THUMB sides are rounded to the nearest, at least 1; nothing grows unless asked",
        arguments: [
            // box, fit, enlarges, source, scaled, result
            (100, 100, ThumbnailSize.Fit.contain, false, 301, 200, 100, 66, 100, 66),
            (1000, 1000, .contain, false, 301, 200, 301, 200, 301, 200),
            (602, 400, .contain, true, 301, 200, 602, 400, 602, 400),
            (100, 100, .cover, false, 301, 200, 151, 100, 100, 100),
            (50, 80, .fill, false, 301, 200, 50, 80, 50, 80),
            (400, 100, .fill, false, 301, 200, 301, 100, 301, 100),
            (100, 100, .contain, false, 1, 2000, 1, 100, 1, 100),
            (256, 256, .contain, false, 1, 1_000_000, 1, 256, 1, 256),
            (100, 100, .cover, false, 60, 200, 60, 200, 60, 100),
            (100, 100, .cover, true, 50, 200, 100, 400, 100, 100),
        ] as [(Int, Int, ThumbnailSize.Fit, Bool, Int, Int, Int, Int, Int, Int)])
    func plan(row: (Int, Int, ThumbnailSize.Fit, Bool, Int, Int, Int, Int, Int, Int)) {
        let (boxWidth, boxHeight, fit, enlarges, width, height, scaledWidth, scaledHeight, resultWidth, resultHeight) =
            row
        let plan = ThumbnailSize(size(boxWidth, boxHeight), fit: fit, enlarges: enlarges).plan(for: size(width, height))
        #expect(plan.scaled == size(scaledWidth, scaledHeight))
        #expect(plan.size == size(resultWidth, resultHeight))
        #expect(plan.crop.x == (plan.scaled.width - plan.crop.width) / 2)
    }

    @Test("sizes that make no sense leave the picture as it is, and never crash")
    func nonsense() {
        for box in [size(0, 10), size(-5, -5), size(10, 0)] {
            #expect(ThumbnailSize(box).plan(for: size(7, 7)).size == size(7, 7))
        }
        #expect(ThumbnailSize(10).plan(for: size(0, 5)).size == size(0, 5))
        #expect(ThumbnailSize(Int.max, enlarging: true).plan(for: size(3, 3)).size.width == 1 << 28)
    }

    @Test("equal boxes have equal keys, different ones different keys")
    func keys() {
        let all = [
            ThumbnailSize(10), ThumbnailSize(11), ThumbnailSize(size(10, 11)), ThumbnailSize(size(10, 10), fit: .cover),
            ThumbnailSize(size(10, 10), fit: .fill), ThumbnailSize(size(10, 10), enlarges: true),
            ThumbnailSize(size(10, 10), enlargesDrawings: false),
        ]
        #expect(Set(all.map(\.key)).count == all.count)
        #expect(ThumbnailSize(10).key == ThumbnailSize(size(10, 10)).key)
    }
}

extension ThumbnailSize {
    fileprivate init(_ side: Int, enlarging: Bool) {
        self.init(PixelSize(width: side, height: side), enlarges: enlarging)
    }
}
