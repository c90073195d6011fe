/// The same numbers in every run (xorshift64*).
struct Randomness: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64 = 7) { state = seed | 1 }

    mutating func next() -> UInt64 {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return state &* 2_685_821_657_736_338_717
    }
}
