// Pictures one after the other in a terminal: Slideshow [--seconds N] SOURCE…
//
// Into a pipe they are printed below each other, without waiting.
import Glibc
import WebImage

var seconds = 3.0
var sources: [String] = []
var words = CommandLine.arguments.dropFirst()
while let word = words.popFirst() {
    if word == "--seconds" {
        seconds = words.popFirst().flatMap { Double($0) } ?? seconds
    } else {
        sources.append(word)
    }
}

let isTerminal = isatty(STDOUT_FILENO) == 1
var window = winsize()
let isKnown = isTerminal && ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0 && window.ws_col > 0
// A character cell shows two pixels, one above the other.
let box = PixelSize(width: isKnown ? Int(window.ws_col) : 80, height: isKnown ? Int(window.ws_row) * 2 - 2 : 46)

let manager = ImageManager(.standard())
let requests = sources.map { source in
    var request = ImageRequest(source)
    request.options.decode.thumbnail = ThumbnailSize(box)
    request.options.decode.firstFrameOnly = true
    request.options.decode.background = PixelColor(red: 0, green: 0, blue: 0)
    return request
}
// The next ones arrive while one is looked at. A prefetcher works as long as somebody holds it.
let prefetcher = ImagePrefetcher(manager: manager)
prefetcher.prefetch(requests)

var hasFailed = false
for request in requests {
    do {
        let bitmap = try await manager.image(for: request).image.bitmap
        if isTerminal { print("\u{1b}[2J\u{1b}[H", terminator: "") }
        print(HalfBlocks.text(of: bitmap))
        if isTerminal { try await Task.sleep(for: .seconds(seconds)) }
    } catch {
        let line = Array("\(error)\n".utf8)
        write(STDERR_FILENO, line, line.count)
        hasFailed = true
    }
}
exit(hasFailed ? 1 : 0)
