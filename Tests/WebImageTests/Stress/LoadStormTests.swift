import Glibc
import LoadStorm
import Testing
import WebImage
import WebImageTesting

/// `scripts/sanitize` runs it with 10,000 loads under the sanitizers.
@Suite(.timeLimit(.minutes(20)))
struct LoadStormTests {
    private let folder = TemporaryFolder()

    @Test(
        "CONC-03 loads, joins, cancels of one and of all, progress, edits and clears from 8 tasks: one right end each")
    func storm() async throws {
        let loads = getenv("WEBIMAGE_STORM_LOADS").flatMap { Int(String(cString: $0)) } ?? 2000
        let server = try StormServer(pictures: 100)
        let manager = ImageManager(.standard(cachePath: folder.path))
        let storm = LoadStorm(manager: manager, server: server, pictures: 100, hasFaults: true)
        let tally = await storm.run(loads: loads, seed: 1)
        #expect(tally.wrong == [])
        #expect(tally.started == loads && tally.ended == loads && tally.cancelledAll > 0)
        #expect(tally.ends["picture", default: 0] > loads / 3 && tally.ends["cancelled", default: 0] > 0)
        while manager.runningCount > 0 { await Task.yield() }
        #expect(manager.statistics.loads == loads)
    }
}
