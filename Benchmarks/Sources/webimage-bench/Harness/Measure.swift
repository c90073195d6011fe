import CBenchBaseline
import Glibc

/// Ways to measure.
enum Measure {
    /// Seconds that `body` takes.
    static func seconds(_ body: () throws -> Void) rethrows -> Double {
        let start = ContinuousClock.now
        try body()
        return start.duration(to: .now) / .seconds(1)
    }

    /// Seconds that `body` takes.
    static func seconds(_ body: () async throws -> Void) async rethrows -> Double {
        let start = ContinuousClock.now
        try await body()
        return start.duration(to: .now) / .seconds(1)
    }

    /// The best of `rounds`, in seconds: what the machine can do when nothing disturbs.
    static func best(of rounds: Int = 5, _ body: () throws -> Void) rethrows -> Double {
        var best = Double.infinity
        for _ in 0..<rounds { best = min(best, try seconds(body)) }
        return best
    }

    /// Runs `body` on `count` threads of its own and gives the seconds until all are done.
    static func threads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) -> Double {
        let done = Completion(count)
        let start = ContinuousClock.now
        for index in 0..<count {
            Worker.start {
                body(index); done.leave()
            }
        }
        done.wait()
        return start.duration(to: .now) / .seconds(1)
    }

    /// Memory that the process holds now, in bytes.
    static var residentBytes: Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, 128, file) != nil else { return 0 }
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let fields = text.split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(getpagesize()) : 0
    }

    /// The most memory that the process has held since ``forgetPeak()``, in bytes.
    static var peakBytes: Int {
        guard let file = fopen("/proc/self/status", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, 256, file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            guard text.hasPrefix("VmHWM:") else { continue }
            return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
        }
        return 0
    }

    /// Begins a new count for ``peakBytes`` (proc(5): 5 to clear_refs), after what is free has gone back to the system.
    static func forgetPeak() {
        bench_return_memory()
        guard let file = fopen("/proc/self/clear_refs", "w") else { return }
        fputs("5", file)
        fclose(file)
    }

    /// CPU time that the process has used, in seconds.
    static var processorSeconds: Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }
}
