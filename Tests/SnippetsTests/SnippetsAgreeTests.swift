import FoundationEssentials
import Testing
import WebImage

/// What the documentation shows is what this target compiles.
struct SnippetsAgreeTests {
    @Test("Every Swift block in the documentation is a marked region of this target")
    func blocksAreRegions() throws {
        let regions = Set(try Self.regions().map(\.code))
        let fences = try Self.fences()
        #expect(fences.count > 40, "the pages were not found")
        for fence in fences where !regions.contains(fence.code) {
            Issue.record("\(fence.place): no marked region of Tests/SnippetsTests holds this block:\n\(fence.code)")
        }
    }

    @Test("Every marked region of this target stands in the documentation")
    func regionsAreBlocks() throws {
        let blocks = Set(try Self.fences().map(\.code))
        for region in try Self.regions() where !blocks.contains(region.code) {
            Issue.record("no page shows the snippet \(region.name)")
        }
    }

    @Test("A block without a counterpart, and one that differs by a letter, are found")
    func differencesAreFound() throws {
        let source = """
            func example() {
                // snippet one
                let a = 1

                print(a)
                // end
                // snippet two
                let b = 2
                // end
                // snippet one
                print("again")
                // end
            }
            """
        let regions = try MarkedRegion.all(in: source, file: "Example.swift")
        #expect(
            regions == [
                MarkedRegion(name: "one", code: "let a = 1\n\nprint(a)\n\nprint(\"again\")"),
                MarkedRegion(name: "two", code: "let b = 2"),
            ])
        let page = "Text\n```swift\nlet b = 2\n```\n```sh\nls\n```\n- Item:\n  ```swift\n  let b = 3\n  ```\n"
        let fences = Fence.all(in: page, file: "Page.md")
        #expect(fences == [Fence(place: "Page.md:2", code: "let b = 2"), Fence(place: "Page.md:9", code: "let b = 3")])
        #expect(fences.filter { fence in !regions.contains { $0.code == fence.code } }.map(\.place) == ["Page.md:9"])
        let comment = "    /// Shows.\n    ///\n    /// ```swift\n    /// show()\n    /// ```\n    func f() {}"
        #expect(Fence.inComments(of: comment, file: "F.swift") == [Fence(place: "F.swift:3", code: "show()")])
        #expect(throws: SnippetError.self) { try MarkedRegion.all(in: "// snippet a\nlet a = 1", file: "A.swift") }
        #expect(throws: SnippetError.self) { try MarkedRegion.all(in: "// end", file: "A.swift") }
    }

    @Test("Troubleshooting has a section for every error code, and for no other")
    func codesAreExplained() throws {
        let source = try Self.text("Sources/WebImageCore/Errors/WebImageError.Code.swift")
        let codes = source.split(separator: "\n").compactMap { line -> String? in
            guard let range = line.firstRange(of: " = Code(\"") else { return nil }
            let rest: Substring = line[range.upperBound...]
            return String(rest.prefix { $0 != "\"" })
        }
        #expect(codes.count >= 26)
        let page = try Self.text("Sources/WebImage/WebImage.docc/Troubleshooting.md")
        let sections = page.split(separator: "\n").filter { $0.hasPrefix("### ") }.map { String($0.dropFirst(4)) }
        #expect(sections.sorted() == codes.sorted())
    }

    // MARK: - Reading

    static func text(_ path: String) throws -> String {
        try String(contentsOf: SnippetPlace.root.appending(path: path), encoding: .utf8)
    }

    static func files(_ folder: String, _ suffix: String) throws -> [String] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: SnippetPlace.root.path + "/" + folder)
        return names.filter { $0.hasSuffix(suffix) }.sorted().map { "\(folder)/\($0)" }
    }

    static func regions() throws -> [MarkedRegion] {
        // This file's own sample of regions is text.
        let sources = try files("Tests/SnippetsTests", "Snippets.swift")
        return try sources.flatMap { try MarkedRegion.all(in: text($0), file: $0) }
    }

    static func fences() throws -> [Fence] {
        let pages =
            try ["README.md"] + files("Documentation", ".md") + files("Sources/WebImage/WebImage.docc", ".md")
        let comments = try files("Sources", ".swift").flatMap { Fence.inComments(of: try text($0), file: $0) }
        return try pages.flatMap { Fence.all(in: try text($0), file: $0) } + comments
    }
}
