import FoundationEssentials
import Glibc
import LoadStorm
import WebImage
import WebImageTesting

/// `webimage-soak MINUTES`: loads, cancels, edits, clears, faults of a server and shortages of memory, until the time
/// is up; then memory, descriptors, threads and the size of the disk cache have to be as they were.
@main
struct Soak {
    /// So little that the disk cache has to make room all the time.
    private static let limitBytes = 20_000

    static func main() async throws {
        let minutes = CommandLine.arguments.dropFirst().first.flatMap(Double.init) ?? 10
        let folder = TemporaryFolder()
        let pressure = ManualMemoryPressure()
        let server = try StormServer(pictures: 300)
        let disk = DiskCache(path: folder.path)
        disk.limits.maximumBytes = limitBytes
        let memory = MemoryCache(limits: MemoryCache.Limits(cost: 1 << 20), pressureSource: pressure)
        let manager = ImageManager(
            ImageManager.Configuration(
                cache: StandardImageCache(memory: memory, disk: disk), loader: LoaderManager.standard()))
        let storm = LoadStorm(manager: manager, server: server, pictures: 300, hasFaults: true)
        var total = LoadStorm.Tally()
        var samples: [SoakSample] = []
        let clock = ContinuousClock()
        let start = clock.now
        var round: UInt64 = 0
        while clock.now - start < .seconds(minutes * 60) || samples.count < 8 {
            let tally = await storm.run(loads: 4000, seed: round)
            total.add(tally)
            if round % 7 == 3 { pressure.tell(.warning) }
            if round % 19 == 7 { pressure.tell(.critical) }
            round += 1
            while manager.runningCount > 0 { await Task.yield() }
            try await disk.flush()
            let seconds = (clock.now - start) / .seconds(1)
            let sample = SoakSample.now(seconds: seconds, diskBytes: try await disk.statistics().bytes)
            samples.append(sample)
            print("\(sample)  \(total.started) loads, \(total.wrong.count) wrong")
            // Seen as it comes, also in a file.
            fflush(nil)
        }
        for (end, count) in total.ends.sorted(by: { $0.value > $1.value }) { print("  \(count) \(end)") }
        for text in total.wrong.prefix(20) { print("wrong: \(text)") }
        let report = SoakReport(samples: samples, limitBytes: limitBytes)
        print(report)
        let isAccounted = total.started == total.ended && total.wrong.isEmpty
        print(isAccounted ? "Every load is accounted for." : "Loads are missing or wrong.")
        if !report.isFlat || !isAccounted { exit(1) }
    }
}
