import Glibc
import Testing

/// What a person would see, in a real window; every scenario also has to end without a single critical message of GLib.
@Suite(.timeLimit(.minutes(5)), .serialized, .enabled(if: TestHost.isAvailable, "Xvfb or the test host is missing"))
struct WindowTests {
    private let red = "Optional(#ff0000ff)"
    private let green = "Optional(#00ff00ff)"
    private let blue = "Optional(#0000ffff)"

    private func expect(
        _ scenario: String, _ expected: [String: String], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let output = try await TestHost.run(scenario)
        #expect(output.isClean, "\(output)", sourceLocation: sourceLocation)
        for (name, value) in expected {
            #expect(output[name] == value, "\(name) of \(output)", sourceLocation: sourceLocation)
        }
    }

    @Test("tasks, sleeps, hops and the main queue work inside of a GLib main loop")
    func bridge() async throws {
        try await expect("bridge", ["first": "true", "value": "7", "queued": "true", "rounds": "10000"])
    }

    @Test("VIEW-05 A3-46 a GtkPicture shows what was loaded; memory hits before the call returns")
    func picture() async throws {
        try await expect(
            "picture",
            [
                "same": "true", "loaded": red, "second": blue, "hit": "true", "hitColor": red, "again": red,
                "alternative": "A red square", "cleared": "true",
            ])
    }

    @Test("a load waits for the widget's size, and is asked again when that grows, from the same bytes")
    func fit() async throws {
        try await expect("fit", ["waits": "true", "size": "192×96", "requests": "1"])
    }

    @Test("VIW-32 a button has a picture for each state")
    func button() async throws { try await expect("button", ["normal": red, "pressed": blue, "off": "true"]) }

    @Test("A3-46 a GtkImage, and any widget through a setter")
    func others() async throws {
        try await expect("image", ["image": red])
        try await expect("widget", ["attached": "[image]", "color": blue])
    }

    @Test("placeholder of a BlurHash, then the picture; the error picture")
    func placeholder() async throws {
        try await expect("placeholder", ["blur": "Optional(#d51e78ff)", "loaded": blue, "failed": green])
    }

    @Test("VIW-44 crossfade, slide and flip: both pictures on the way, the new one at the end")
    func transition() async throws {
        try await expect(
            "transition",
            [
                "crossfade": "true", "crossfadeEnd": blue, "slide": "true", "slideEnd": blue, "flip": "true",
                "flipEnd": blue,
            ])
    }

    @Test("VIW-08 an indicator comes late and goes at the end")
    func indicator() async throws { try await expect("indicator", ["early": "false", "late": "true", "end": "false"]) }

    @Test("A3-53 every drawn frame is the player's; the true last frame stays, and the clock stops")
    func animation() async throws {
        try await expect(
            "animation", ["wrong": "0", "ordered": "true", "last": "7", "end": "true", "clock": "false"])
    }

    @Test("ANIM-06 A3-55 nil, a still or the same animation again take the place of an animation at once")
    func replace() async throws {
        try await expect(
            "replace",
            [
                "plays": "true", "clock": "true", "still": blue, "oldGone": "true", "stillClock": "false",
                "restarts": "true", "cleared": "true",
            ])
    }

    @Test("E-34 MEM-02 A3-54 a hidden animation: no clock, no frames, and it goes on when it is seen")
    func hidden() async throws {
        try await expect("hidden", ["clock": "false", "kept": "0", "held": "true", "again": "true"])
    }

    @Test("memory is given back on unmap, and the picture is there when it is mapped again, without a request")
    func unmap() async throws {
        try await expect("unmap", ["released": "true", "restored": "true", "color": red, "requests": "1"])
    }

    @Test("A1-14 a window closed in mid-load: cancelled, told once, nothing left")
    func close() async throws {
        try await expect("close", ["outcomes": "[\"cancelled\"]", "gone": "true", "cancelled": "1"])
    }

    @Test("MEM-08 500 animated views shown, replaced and destroyed: memory stays flat")
    func leaks() async throws {
        let output = try await TestHost.run("leaks")
        #expect(output.isClean, "\(output)")
        #expect(output["lastGone"] == "true" && output["running"] == "0" && output["kept"] == "0", "\(output)")
        // The address sanitizer keeps freed memory for a while; its own leak check is the stronger one.
        if getenv("ASAN_OPTIONS") == nil { #expect((Int(output["growth"] ?? "") ?? .max) < 10, "\(output)") }
    }

    @Test("VIEW-01 1,000 scroll steps in a GtkGridView: no cell ever shows another row's picture")
    func list() async throws {
        try await expect("list", ["wrong": "0", "drawnWrong": "0", "shown": "true", "duplicates": "false"])
    }

    @Test("A3-59 28 rounded cells are scrolled: the corners are in the pixels, nothing is cut out at each frame")
    func rounded() async throws {
        try await expect(
            "rounded",
            ["seen": "true", "clips": "0", "textures": "true", "corner": "Optional(0)", "cut": "true"])
    }

    @Test("a picture is zoomed and fitted")
    func zoom() async throws { try await expect("window", ["fitted": red, "width": "400", "closed": "true"]) }

    @Test("28 animated cells play at once")
    func cells() async throws { try await expect("cells", ["playing": "true"]) }
}
