import FoundationEssentials
import Glibc
import WebImage
import WebImageTesting

/// What a load costs when everything is warm: time and allocations on the caller's thread.
struct ManagerSuite: Suite {
    let name = "manager"
    let scale: Int

    func run(_ report: Report) async throws {
        report.heading("Manager, warm")
        let cache = StandardImageCache(memory: MemoryCache(limits: .unlimited), disk: nil)
        let manager = ImageManager(ImageManager.Configuration(cache: cache, loader: FakeLoader()))
        let size = PixelSize(width: 16, height: 16)
        let image = DecodedImage(bitmap: try Bitmap(size, color: .white), info: ImageInfo(format: .png, size: size))
        var requests = (0..<100).map { ImageRequest("https://images.example.org/photos/\($0)/large.jpg") }
        for index in requests.indices {
            requests[index].options.callbackTarget = .immediate
            cache.storeInMemory(image, for: manager.cacheKeys(for: requests[index]).image)
        }
        let count = 25_000
        let hit = Measure.best(of: 5) {
            for index in 0..<count where manager.load(requests[index % 100]).outcome == nil {
                fatalError("a warm load was not ended at once")
            }
        }
        report.row("load, memory hit", hit / Double(count) * 1e6, "µs", limit: 2, of: "target")
        report.row("25,000 warm hits over 100 addresses", hit * 1000, "ms")
        let look = Measure.best(of: 5) {
            for index in 0..<count where manager.memoryImage(for: requests[index % 100]) == nil {
                fatalError("a stored picture is missing")
            }
        }
        report.row("memoryImage(for:)", look / Double(count) * 1e6, "µs")
        let before = allocations()
        for index in 0..<1000 { _ = manager.load(requests[index % 100]) }
        report.row("allocations a load", Double(allocations() - before) / 1000, "", limit: 4, of: "target")
        let cold = ImageRequest("https://images.example.org/none.jpg")
        let cancel = Measure.seconds {
            for _ in 0..<10_000 / scale { manager.load(cold).cancel() }
        }
        report.row("load and cancel", cancel / Double(10_000 / scale) * 1e6, "µs")
    }

    /// Blocks that malloc has handed out so far; needs the counting library that scripts/bench preloads, else 0.
    private func allocations() -> Int {
        guard let symbol = dlsym(nil, "bench_allocation_count") else { return 0 }
        return unsafeBitCast(symbol, to: (@convention(c) () -> Int).self)()
    }
}
