#if GTK
    internal import Glibc
    internal import WebImage
    internal import WebImageGTK

    /// The program: its words, its window, its exit code.
    @MainActor
    enum WindowProgram {
        static let usage = """
            Usage: webimage-window [--title TEXT] SOURCE…

            Shows pictures in a window. SOURCE is a path or an address. Left and right go through the pictures,
            plus and minus zoom, 0 fits, Escape and q close.

              --title TEXT  the window's title (default: the picture's name)
              --help        prints this
            """

        /// - Returns: 0 once the window is closed, 1 where it can't be opened or the only picture can't be shown, 2 for wrong
        ///   usage.
        static func run(_ words: [String]) -> Int32 {
            var title: String?
            var sources: [ImageURL] = []
            var rest = words[...]
            while let word = rest.popFirst() {
                switch word {
                case "--help", "-h":
                    print(usage)
                    return 0
                case "--title":
                    guard let text = rest.popFirst() else { return refuse("--title needs a text.") }
                    title = text
                case "--":
                    sources += rest.map(address)
                    rest = []
                case _ where word.hasPrefix("-"): return refuse("There is no option \(word).")
                default: sources.append(address(word))
                }
            }
            guard !sources.isEmpty else { return refuse("Name at least one picture.") }
            // Nothing is kept on disk: `show` hands over files, whose originals are in its own cache.
            let manager = ImageManager(.standard(cachePath: nil))
            do throws(WebImageError) {
                try ImageWindow.run(sources.map { ImageRequest(url: $0) }, manager: manager, title: title)
                return 0
            } catch {
                tell(error.underlying.map { "\(error.message) (\($0))" } ?? error.message)
                return 1
            }
        }

        /// A path from the root is a file, whatever stands in it.
        private static func address(_ word: String) -> ImageURL {
            word.hasPrefix("/") ? ImageURL(filePath: word) : ImageURL(word)
        }

        private static func refuse(_ sentence: String) -> Int32 {
            tell("\(sentence) See `webimage-window --help`.")
            return 2
        }

        private static func tell(_ sentence: String) {
            let line = Array("webimage-window: \(sentence)\n".utf8)
            write(STDERR_FILENO, line, line.count)
        }
    }
#endif
