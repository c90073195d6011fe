import CBenchBaseline
import FoundationEssentials
import Glibc
import WebImage

/// Downloads over the loopback interface from nginx, against a bare libcurl loop in the same process.
///
/// `scripts/bench` starts nginx and names its addresses by `WEBIMAGE_BENCH_HTTP` and `WEBIMAGE_BENCH_HTTPS`.
struct LoopbackSuite: Suite {
    let name = "loopback download"
    let scale: Int

    func run(_ report: Report) async throws {
        guard let plain = getenv("WEBIMAGE_BENCH_HTTP"), let secure = getenv("WEBIMAGE_BENCH_HTTPS") else {
            throw Peers.Missing()
        }
        report.heading("Loopback downloads from nginx, requests a second; limit: a bare libcurl loop")
        for (protocolName, base) in [("http", String(cString: plain)), ("https/2", String(cString: secure))] {
            for (label, file, count) in [("30 KB", "30k", 5000 / scale), ("1 MB", "1m", 500 / scale)] {
                for width in [6, 32] {
                    let urls = (0..<count).map { "\(base)/\(file)?\($0)" }
                    let bare = bareRate(urls, width)
                    let before = Measure.processorSeconds
                    let rate = try await rate(urls, width)
                    report.row("\(count) × \(label), \(protocolName), \(width) at once", rate, "1/s", limit: bare.rate)
                    report.row("  processor seconds", Measure.processorSeconds - before, "s", limit: bare.processor)
                }
            }
        }
        report.row("resident memory after all", Double(Measure.residentBytes) / 1e6, "MB")
    }

    private func rate(_ urls: [String], _ width: Int) async throws -> Double {
        var configuration = HTTPLoaderConfiguration()
        configuration.maximumConcurrentLoads = width
        let loader = HTTPLoader(configuration)
        var options = TransferOptions()
        options.allowsInsecureTLS = true
        let seconds = try await Measure.seconds {
            try await withThrowingTaskGroup(of: Int.self) { [options] group in
                for (index, url) in urls.enumerated() {
                    if index >= width * 4 { try await group.next() }
                    group.addTask {
                        try await loader.load(LoaderRequest(ImageURL(url), options: options), context: LoaderContext())
                            .data.count
                    }
                }
                try await group.waitForAll()
            }
        }
        return Double(urls.count) / seconds
    }

    private func bareRate(_ urls: [String], _ width: Int) -> (rate: Double, processor: Double) {
        let strings = urls.map { strdup($0) }
        defer { for string in strings { free(string) } }
        var seconds = 0.0
        var bytes: Int64 = 0
        let before = Measure.processorSeconds
        let failed = strings.map { UnsafePointer($0) }.withUnsafeBufferPointer { pointers -> Int32 in
            pointers.withMemoryRebound(to: UnsafePointer<CChar>.self) { pointers in
                guard let base = pointers.baseAddress else { return 0 }
                return bench_curl(base, Int32(urls.count), Int32(width), 1, &seconds, &bytes)
            }
        }
        precondition(failed == 0 && bytes > 0, "the bare loop failed \(failed) times")
        return (Double(urls.count) / seconds, Measure.processorSeconds - before)
    }
}
