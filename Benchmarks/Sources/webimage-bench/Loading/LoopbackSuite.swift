import CBenchBaseline
import FoundationEssentials
import Glibc
import WebImage

/// Downloads over the loopback interface from nginx, against a bare libcurl loop in the same process and URLSession.
///
/// `scripts/bench` starts nginx and names its addresses by `WEBIMAGE_BENCH_HTTP` and `WEBIMAGE_BENCH_HTTPS`. For a profile of
/// one row, `WEBIMAGE_BENCH_ROW="30 KB, http, 6"` leaves out the others.
struct LoopbackSuite: Suite {
    /// What one way of downloading came to; the best rate of all rounds, and what that round took.
    private struct Outcome {
        var rate = 0.0
        var processor = Double.infinity
        var memory = Double.infinity

        mutating func take(rate: Double, processor: Double, memory: Double) {
            self.rate = max(self.rate, rate)
            self.processor = min(self.processor, processor)
            self.memory = min(self.memory, memory)
        }
    }

    let name = "loopback download"
    let scale: Int
    private static let rounds = 3

    func run(_ report: Report) async throws {
        guard let plain = getenv("WEBIMAGE_BENCH_HTTP"), let secure = getenv("WEBIMAGE_BENCH_HTTPS") else {
            throw Peers.Missing()
        }
        report.heading("Loopback downloads from nginx, requests a second; limit: a bare libcurl loop")
        let only = getenv("WEBIMAGE_BENCH_ROW").map { String(cString: $0) }
        let bases = [("http", String(cString: plain)), ("https/2", String(cString: secure))]
        for (protocolName, base) in bases {
            for (label, file, count) in [("30 KB", "30k", 5000 / scale), ("1 MB", "1m", 500 / scale)] {
                for width in [6, 32] {
                    let what = "\(count) × \(label), \(protocolName), \(width) at once"
                    guard only.map({ what.contains($0) }) ?? true else { continue }
                    let urls = (0..<count).map { "\(base)/\(file)?\($0)" }
                    var (bare, ours) = (Outcome(), Outcome())
                    // In turns, so that what else the machine does hits both.
                    for _ in 0..<Self.rounds {
                        try await measure(&bare) { bareRate(urls, width) }
                        try await measure(&ours) { try await rate(urls, width) }
                    }
                    report.row(what, ours.rate, "1/s", limit: bare.rate)
                    report.row("  processor seconds", ours.processor, "s", limit: bare.processor)
                    report.row("  peak memory, growth", ours.memory / 1e6, "MB", limit: bare.memory / 1e6)
                    guard protocolName == "http", only == nil else { continue }
                    let session = await URLSessionPeer.rate(Array(urls.prefix(count / 2)), width: width)
                    report.row("  against URLSession", ours.rate, "1/s", limit: session, of: "URLSession")
                }
            }
        }
        guard only == nil else { return }
        try await slowReader(report, bases[0].1)
        try await cancelStorm(report, bases[0].1)
        report.row("resident memory after all", Double(Measure.residentBytes) / 1e6, "MB")
    }

    private func measure(_ outcome: inout Outcome, _ body: () async throws -> Double) async throws {
        Measure.forgetPeak()
        let (processor, memory) = (Measure.processorSeconds, Measure.residentBytes)
        let rate = try await body()
        outcome.take(
            rate: rate, processor: Measure.processorSeconds - processor,
            memory: Double(max(0, Measure.peakBytes - memory)))
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
                    if index >= width * 4 { _ = try await group.next() }
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

    /// A reader of 400 MB that is slower than the network: what the process grows by.
    private func slowReader(_ report: Report, _ base: String) async throws {
        let loader = HTTPLoader()
        Measure.forgetPeak()
        let before = Measure.residentBytes
        var count = 0
        for try await piece in try await loader.bytes(for: LoaderRequest(ImageURL("\(base)/400m"))) {
            count += piece.count
            usleep(200)
        }
        precondition(count == 400_000_000)
        let growth = Double(max(0, Measure.peakBytes - before)) / 1e6
        report.row("slow reader of 400 MB, growth of memory", growth, "MB", limit: 16, of: "budget")
    }

    /// Loads that are started and cancelled at once: what scrolling fast does.
    private func cancelStorm(_ report: Report, _ base: String) async throws {
        let count = 10_000 / scale
        let loader = HTTPLoader()
        let urls = (0..<count).map { ImageURL("\(base)/30k?\($0)") }
        let processor = Measure.processorSeconds
        let seconds = await Measure.seconds {
            await withTaskGroup(of: Void.self) { group in
                for url in urls {
                    let task = Task { _ = try await loader.load(LoaderRequest(url), context: LoaderContext()) }
                    group.addTask { _ = await task.result }
                    task.cancel()
                }
            }
        }
        report.row(
            "cancel storm, \(count) loads, time a load", seconds / Double(count) * 1e6, "µs", limit: 100, of: "budget")
        report.row("  processor time a load", (Measure.processorSeconds - processor) / Double(count) * 1e6, "µs")
        report.row("  left running, waiting or asked for", Double(loader.runningCount + loader.waitingCount), "")
    }

    private func bareRate(_ urls: [String], _ width: Int) -> Double {
        let strings = urls.map { strdup($0) }
        defer { for string in strings { free(string) } }
        var seconds = 0.0
        var bytes: Int64 = 0
        let failed = strings.map { UnsafePointer($0) }.withUnsafeBufferPointer { pointers -> Int32 in
            pointers.withMemoryRebound(to: UnsafePointer<CChar>.self) { pointers in
                guard let base = pointers.baseAddress else { return 0 }
                return bench_curl(base, Int32(urls.count), Int32(width), 1, &seconds, &bytes)
            }
        }
        precondition(failed == 0 && bytes > 0, "the bare loop failed \(failed) times")
        return Double(urls.count) / seconds
    }
}
