#if Redis
    internal import WebImageCache

    /// Gives each key one of several servers, the same on every machine: the one whose name and the key together have
    /// the highest hash (Thaler and Ravishankar, 1998). When a server goes, only its own keys move.
    struct RendezvousHash: Sendable {
        private let names: [UInt64]

        init(_ names: [String]) { self.names = names.map(Self.hash) }

        /// The best of the servers that `isUsable` lets pass. O(servers).
        func index(for key: String, where isUsable: (Int) -> Bool = { _ in true }) -> Int? {
            if names.count == 1 { return isUsable(0) ? 0 : nil }
            let key = Self.hash(key)
            return names.indices.lazy.filter(isUsable).max { Self.mix(names[$0] ^ key) < Self.mix(names[$1] ^ key) }
        }

        private static func hash(_ text: String) -> UInt64 {
            var text = text
            return text.withUTF8 { Checksum.of(UnsafeRawBufferPointer($0)) }
        }

        /// The last steps of SplitMix64: spreads a change of any bit over all bits.
        private static func mix(_ value: UInt64) -> UInt64 {
            var value = value
            value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
            value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
            return value ^ value >> 31
        }
    }
#endif
