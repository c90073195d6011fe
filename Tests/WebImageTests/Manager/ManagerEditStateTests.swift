import FoundationEssentials
import Testing
import WebImage
import WebImageTesting

/// A3-38: what is in memory (the original, edit A, edit B) against what is wanted (the same three).
@Suite(.timeLimit(.minutes(5)))
struct ManagerEditStateTests {
    enum State: CaseIterable { case original, editA, editB }

    private func editor(_ state: State) -> ImageEditor? {
        switch state {
        case .original: nil
        case .editA: .paint(.white)
        case .editB: .paint(.black)
        }
    }

    private func color(_ state: State) -> PixelColor {
        switch state {
        case .original: ManagerFixture.red
        case .editA: .white
        case .editB: .black
        }
    }

    @Test("A3-38 A3-33 every state in memory against every state wanted", arguments: State.allCases, State.allCases)
    func table(held: State, wanted: State) async throws {
        let fixture = ManagerFixture()
        _ = try await fixture.manager.image(for: fixture.request(editor: editor(held)))
        let loaded = try await fixture.manager.image(for: fixture.request(editor: editor(wanted)))
        #expect(loaded.image.bitmap[0, 0] == color(wanted))
        #expect(loaded.image.editKey == editor(wanted)?.key)
        // The same state, and the original that is edited, are in memory; another edit means going to the disk.
        #expect(loaded.source == (held == wanted || held == .original ? .memory : .disk))
        #expect(fixture.loader.count(of: fixture.url) == 1)
    }

    @Test("B-75 two editors on one address keep a place each in memory")
    func noThrashing() async throws {
        let fixture = ManagerFixture()
        for _ in 0..<2 {
            for state in State.allCases {
                _ = try await fixture.manager.image(for: fixture.request(editor: editor(state)))
            }
        }
        #expect(fixture.cache.memoryKeys.count == 3)
        #expect(fixture.coder.decodeCount <= 3)
    }

    @Test("A3-39 a size as the first edit is decoded at that size, without a second pass")
    func thumbnailFirst() async throws {
        let fixture = ManagerFixture()
        let passes = Counter()
        let small = ImageEditor(steps: [
            ImageEditor.Step(key: "small", thumbnail: ThumbnailSize(20)) { bitmap, _ in
                passes.add()
                return bitmap
            }
        ])
        let loaded = try await fixture.manager.image(for: fixture.request(editor: small))
        #expect(loaded.image.size == PixelSize(width: 20, height: 15))
        #expect(passes.value == 0 && fixture.coder.decodeCount == 1)
    }
}
