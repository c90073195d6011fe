#if Redis
    import Testing

    @testable import WebImageRedis

    @Suite(.timeLimit(.minutes(5)))
    struct RendezvousHashTests {
        private let keys = (0..<10_000).map { "http://example.org/\($0).png" }

        @Test("the order in which servers are named does not matter")
        func order() {
            let names = ["a:1", "b:2", "c:3"]
            let forward = RendezvousHash(names)
            let backward = RendezvousHash(names.reversed())
            for key in keys.prefix(1000) {
                #expect(forward.index(for: key).map { names[$0] } == backward.index(for: key).map { names[2 - $0] })
            }
        }

        @Test("each server gets its share")
        func shares() {
            let hash = RendezvousHash(["a:1", "b:2", "c:3", "d:4"])
            var counts = [0, 0, 0, 0]
            for key in keys { counts[hash.index(for: key) ?? 0] += 1 }
            #expect(counts.allSatisfy { (2200...2800).contains($0) }, "\(counts)")
        }

        @Test("one server's loss moves only its own keys")
        func loss() {
            let hash = RendezvousHash(["a:1", "b:2", "c:3"])
            for key in keys {
                let before = hash.index(for: key)
                let after = hash.index(for: key) { $0 != 1 }
                if before == 1 { #expect(after != 1) } else { #expect(after == before) }
            }
        }

        @Test("without a server there is none")
        func none() {
            #expect(RendezvousHash(["a"]).index(for: "k") { _ in false } == nil)
            #expect(RendezvousHash(["a", "b"]).index(for: "k") { _ in false } == nil)
        }
    }
#endif
