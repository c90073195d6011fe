import CBenchBaseline
import FoundationEssentials
import WebImage

/// What files and SQLite do with nothing around them: the limits of the disk tier.
struct BareStores {
    struct Latency {
        var write = Latencies()
        var read = Latencies()
        var miss = Latencies()
    }

    let files: Latency
    let sqlite: Latency

    init(_ folder: String, _ body: Data, count: Int) {
        (files, sqlite) = body.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { fatalError("an empty body") }
            return (
                Self.files(folder, base, bytes.count, count),
                Self.sqlite(folder + "/bare.sqlite", base, bytes.count, count)
            )
        }
    }

    private static func files(_ folder: String, _ bytes: UnsafeRawPointer, _ length: Int, _ count: Int) -> Latency {
        var latency = Latency()
        for index in 0..<count {
            latency.write.add(
                Measure.seconds { precondition(bench_write_file(folder, Int32(index), bytes, length) == 0) })
        }
        var buffer = [UInt8](repeating: 0, count: length)
        for index in 0..<count {
            latency.read.add(
                Measure.seconds {
                    precondition(bench_read_file(folder, Int32(index * 7919 % count), &buffer, length) == 0)
                })
        }
        for index in 0..<count {
            latency.miss.add(
                Measure.seconds {
                    precondition(bench_read_file(folder, Int32(count + index), &buffer, length) != 0)
                })
        }
        return latency
    }

    private static func sqlite(_ path: String, _ bytes: UnsafeRawPointer, _ length: Int, _ count: Int) -> Latency {
        guard let store = bench_sqlite_open(path) else { fatalError("no database") }
        defer { bench_sqlite_close(store) }
        var latency = Latency()
        for index in 0..<count {
            latency.write.add(
                Measure.seconds { precondition(bench_sqlite_put(store, Int32(index), bytes, length) == 0) })
        }
        latency.write.add(Measure.seconds { precondition(bench_sqlite_commit(store) == 0) })
        for index in 0..<count {
            let number = Int32(index * 7919 % count)
            latency.read.add(Measure.seconds { precondition(bench_sqlite_get(store, number) == length) })
        }
        for index in 0..<count {
            latency.miss.add(Measure.seconds { precondition(bench_sqlite_get(store, Int32(count + index)) == 0) })
        }
        return latency
    }
}
