import Testing
import WebImageCore

@testable import webimage

@Suite(.timeLimit(.minutes(5)))
struct OutputNamesTests {
    private func names(_ sources: [String], format: ImageFormat? = nil) -> [String] {
        var names = OutputNames()
        return sources.map { names.name(for: ImageURL($0), format: format) }
    }

    @Test("files are named after the last part of the path")
    func last() {
        #expect(
            names(["https://h/a/b.png?x=1#y", "/tmp/c d.jpg", "https://h/%C3%BC.gif"]) == ["b.png", "c d.jpg", "ü.gif"])
    }

    @Test("clashes get numbers")
    func clashes() {
        #expect(names(["x/a.png", "y/a.png", "z/A.PNG", "a-1.png"]) == ["a.png", "a-1.png", "A-2.PNG", "a-1-1.png"])
        #expect(names(["x/a", "x/a.png", "y/a"]) == ["a", "a-1.png", "a-2"])
    }

    @Test("a named format brings its extension")
    func format() {
        #expect(
            names(["a.png", "b.jpg", "c", "d.v2", "e.webp"], format: .webp) == [
                "a.webp", "b.webp", "c.webp", "d.v2.webp", "e.webp",
            ])
        #expect(names(["a.jpeg", "b.JPG"], format: .jpeg) == ["a.jpeg", "b.JPG"])
    }

    @Test(
        "no name leads out of the folder",
        arguments: [
            "https://h/%2e%2e%2f%2e%2e%2fetc%2fpasswd", "https://h/..", "https://h/", "https://h",
            "data:image/png;base64,AA==",
            "https://h/.ssh", "https://h/a%00b.png", "https://h/%2Fetc", "/..", "https://h/..%5Ca",
        ])
    func safety(source: String) {
        let name = names([source])[0]
        #expect(!name.contains("/") && !name.contains("\\") && !name.contains("\0") && !name.hasPrefix("."), "\(name)")
        #expect(!name.isEmpty)
    }

    @Test("long names are cut, the extension stays")
    func long() {
        let name = names(["https://h/" + String(repeating: "ü", count: 300) + ".png"])[0]
        #expect(name.utf8.count <= 200)
        #expect(name.hasSuffix(".png"))
    }
}
