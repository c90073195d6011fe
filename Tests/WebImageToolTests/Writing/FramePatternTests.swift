import Testing

@testable import webimage

@Suite(.timeLimit(.minutes(5)))
struct FramePatternTests {
    @Test(
        "numbers are put in",
        arguments: [
            ("f-%d.png", 7, "f-7.png"), ("f-%03d.png", 7, "f-007.png"), ("%03d", 1234, "1234"),
            ("100%%-%d", 0, "100%-0"),
            ("a/%0d", 5, "a/5"),
        ])
    func path(pattern: String, index: Int, expected: String) {
        #expect(FramePattern(pattern)?.path(for: index) == expected)
    }

    @Test("what is no pattern", arguments: ["a.png", "%s", "%d-%d", "%", "%3d", "%0", "%99999999999999999999d", ""])
    func bad(pattern: String) { #expect(FramePattern(pattern) == nil) }
}
