import Testing

@testable import webimage

@Suite(.timeLimit(.minutes(5)))
struct EditDistanceTests {
    @Test(
        "the number of mistakes",
        arguments: [
            ("", "", 0), ("a", "", 1), ("kitten", "sitting", 3), ("size", "sise", 1), ("ab", "ba", 1),
            ("flaw", "lawn", 2),
        ])
    func distance(left: String, right: String, expected: Int) {
        #expect(EditDistance.between(left, right) == expected)
        #expect(EditDistance.between(right, left) == expected)
    }

    @Test("a command with a typing mistake is found")
    func nearest() {
        #expect(EditDistance.nearest(to: "prefetc", in: ["get", "info", "prefetch"]) == "prefetch")
        #expect(EditDistance.nearest(to: "frobnicate", in: ["get", "info"]) == nil)
    }
}
