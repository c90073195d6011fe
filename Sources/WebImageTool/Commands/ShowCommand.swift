internal import FoundationEssentials
internal import Glibc
internal import WebImage
internal import WebImageCore

/// `webimage show`: draws in the terminal.
struct ShowCommand {
    static let definition = CommandDefinition(
        name: "show", operands: "SOURCE…",
        summary: "Draw pictures in the terminal",
        discussion: """
            Animations play until a key, Ctrl-C or the end of their last loop. Where standard output is no terminal, one \
            still is drawn without moving the cursor.
            """,
        groups: [
            OptionGroup(title: "Sources", options: [Options.list.definition]),
            OptionGroup(
                title: "Drawing",
                options: [
                    Options.drawProtocol.definition, Options.cells.definition, Options.window.definition,
                ]),
            OptionGroup(
                title: "Cache",
                options: [
                    Options.cache.definition, Options.noCache.definition, Options.refresh.definition,
                    Options.offline.definition,
                ]),
            OptionGroup(title: "Transfer", options: Options.transfer),
        ])

    let sources: [String]
    let load: LoadSettings
    let drawProtocol: DrawProtocol
    /// The box in cells, where one is asked for.
    let box: PixelSize?
    let opensWindow: Bool

    init(_ arguments: ParsedArguments) throws(UsageError) {
        load = try LoadSettings(arguments)
        drawProtocol = try arguments.value(of: Options.drawProtocol) ?? .auto
        box = try arguments.value(of: Options.cells)
        opensWindow = arguments.has(Options.window)
        sources = try SourceList.read(arguments, command: "show")
    }

    func run() async -> ExitCode {
        let console = Console()
        if opensWindow { return await openWindow(console: console) }
        #if Terminal
            return await draw(console: console)
        #else
            console.error("This build draws nothing in terminals; it was built without the trait Terminal.")
            return .failure
        #endif
    }
}

extension ShowCommand {
    private func openWindow(console: Console) async -> ExitCode {
        let parts = LoadParts(load, console: console)
        let pool = WorkerPool(name: "webimage.show", width: 1)
        do {
            var launcher = try WindowLauncher()
            var code = ExitCode.success
            for source in sources where !Task.isCancelled {
                var request = load.request(for: source)
                request.options.deliversData = true
                do {
                    let loaded = try await parts.manager.image(for: request)
                    try launcher.add(loaded.data ?? Data(), url: loaded.url)
                } catch {
                    console.error(error.line(source: source))
                    code = .failure
                }
            }
            await parts.close()
            guard !launcher.isEmpty else { return code }
            let hasEndedWell = try await pool.run { [launcher] _ in try launcher.run() }
            return hasEndedWell ? code : .failure
        } catch {
            console.error(WebImageError.wrapping(error, as: .customPartFailed, "No window can be opened.").sentence)
            return .failure
        }
    }
}

#if Terminal
    extension ShowCommand {
        private func draw(console: Console) async -> ExitCode {
            let parts = LoadParts(load, console: console)
            let isTerminal = isatty(STDOUT_FILENO) != 0 && Environment["TERM"] != "dumb"
            let pool = WorkerPool(name: "webimage.show", width: 1)
            var code = ExitCode.success
            for source in sources where !Task.isCancelled && !StandardOutput.hasFailed {
                do {
                    let screen = Screen(box: box)
                    var request = load.request(for: source)
                    request.options.decode.thumbnail = ThumbnailSize(screen.pixels)
                    let image = try await parts.manager.image(for: request).image
                    try await pool.run { [drawProtocol] token in
                        let canvas = TerminalCanvas(drawProtocol, isTerminal: isTerminal)
                        try TerminalShow(
                            canvas: canvas, box: screen.cells, cell: screen.cell, isTerminal: isTerminal, token: token
                        ).draw(image)
                    }
                } catch {
                    let error = WebImageError.wrapping(error, as: .customPartFailed, "The picture can't be drawn.")
                    console.error(error.line(source: source))
                    code = .failure
                }
            }
            await parts.close()
            return code
        }

        /// Where pictures are drawn.
        private struct Screen {
            var cells: PixelSize
            var cell: PixelSize

            init(box: PixelSize?) {
                let size = TerminalSize.of(STDOUT_FILENO) ?? TerminalSize.Size(columns: 80, rows: 24)
                // The last row stays free for the prompt.
                cells = box ?? PixelSize(width: size.columns, height: max(1, size.rows - 1))
                cell = PixelSize(
                    width: size.cellWidth > 0 ? size.cellWidth : 8, height: size.cellHeight > 0 ? size.cellHeight : 16)
            }

            /// The box in pixels.
            var pixels: PixelSize { PixelSize(width: cells.width * cell.width, height: cells.height * cell.height) }
        }
    }
#endif
