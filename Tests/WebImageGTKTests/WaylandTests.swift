import Testing

/// The window's heart on Wayland, where frame clocks, sizes and visibility come from the compositor.
@Suite(
    .timeLimit(.minutes(5)), .serialized,
    .enabled(
        if: TestHost.isAvailable && WaylandDisplay.weston != nil,
        "weston isn't installed (Debian package weston): nothing is tried on Wayland"))
struct WaylandTests {
    private static let red = "Optional(#ff0000ff)"
    private static let blue = "Optional(#0000ffff)"

    static let scenarios: [(name: String, expected: [String: String])] = [
        ("bridge", ["first": "true", "value": "7", "queued": "true", "rounds": "10000"]),
        ("picture", ["loaded": red, "second": blue, "hit": "true", "hitColor": red, "again": red, "cleared": "true"]),
        // The window's own frame takes room here, so the size is the compositor's.
        ("fit", ["waits": "true", "requests": "1"]),
        ("transition", ["crossfade": "true", "crossfadeEnd": blue, "slideEnd": blue, "flipEnd": blue]),
        ("animation", ["wrong": "0", "ordered": "true", "last": "7", "end": "true", "clock": "false"]),
        ("hidden", ["clock": "false", "kept": "0", "held": "true", "again": "true"]),
        ("unmap", ["released": "true", "restored": "true", "color": red, "requests": "1"]),
        ("close", ["outcomes": "[\"cancelled\"]", "gone": "true", "cancelled": "1"]),
        // How often a cell asks again depends on the compositor's speed.
        ("list", ["wrong": "0", "drawnWrong": "0", "shown": "true"]),
        ("cells", ["playing": "true"]),
    ]

    @Test("on Wayland as on X11", arguments: scenarios.map(\.name))
    func scenario(_ name: String) async throws {
        let output = try await TestHost.runOnWayland(name)
        #expect(output.isClean, "\(output)")
        for (key, value) in Self.scenarios.first(where: { $0.name == name })?.expected ?? [:] {
            #expect(output[key] == value, "\(key) of \(output)")
        }
    }
}
