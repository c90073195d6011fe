#if Terminal
    internal import Glibc
    internal import WebImageCore

    /// Draws one picture in the terminal, and plays it where it moves.
    struct TerminalShow {
        let canvas: TerminalCanvas
        /// The box in cells.
        let box: PixelSize
        /// The size of a cell in pixels.
        let cell: PixelSize
        let isTerminal: Bool
        let token: CancellationToken

        /// Draws until a key, an interruption or the end of the last play; blocks this thread.
        func draw(_ image: DecodedImage) throws {
            let cells = canvas.cells(of: image.size, in: box, cell: cell)
            guard isTerminal, let animation = image.animation, animation.frameCount > 1 else {
                StandardOutput.line(canvas.text(of: image.bitmap, cells: cells, cell: cell))
                return
            }
            try play(animation, cells: cells)
        }

        private func play(_ animation: any AnimationFrameSource, cells: PixelSize) throws {
            let input = RawInput()
            // Room is made first: drawing at the bottom of the screen would scroll the saved position away.
            let room = String(repeating: "\n", count: cells.height)
            StandardOutput.write("\u{1B}[?25l" + room + "\u{1B}[\(cells.height)A\u{1B}7")
            defer {
                StandardOutput.write("\u{1B}8\u{1B}[\(cells.height)B\r\u{1B}[?25h")
                input?.end()
            }
            let durations = animation.durations
            var due = ContinuousClock.now
            var plays = 0
            while animation.loopCount == 0 || plays < animation.loopCount {
                for index in 0..<animation.frameCount {
                    guard !token.isCancelled, !StandardOutput.hasFailed else { return }
                    let duration = index < durations.count ? durations[index] : .milliseconds(100)
                    due += duration
                    // A frame whose time is over already is left out; the last one of all is always drawn.
                    let isLast = plays + 1 == animation.loopCount && index + 1 == animation.frameCount
                    if due > .now || isLast {
                        let bitmap = try animation.frame(at: index, token: token)
                        draw(bitmap, cells: cells)
                    }
                    if wait(until: due, input: input) { return }
                }
                // After a pause of the process nothing is caught up.
                if due + .seconds(1) < .now { due = .now }
                plays += 1
            }
        }

        private func draw(_ bitmap: Bitmap, cells: PixelSize) {
            let text = canvas.text(of: bitmap, cells: cells, cell: cell)
            // Kitty keeps what was drawn before; a clear part would show it.
            let erasure = canvas.drawProtocol == .kitty ? "\u{1B}_Ga=d,d=A\u{1B}\\" : ""
            StandardOutput.write("\u{1B}[?2026h\u{1B}8" + erasure + text + "\u{1B}[?2026l")
        }

        /// Whether playing ends before `due`: a key, or an interruption.
        private func wait(until due: ContinuousClock.Instant, input: RawInput?) -> Bool {
            while !token.isCancelled {
                let rest = Int((due - .now).inSeconds * 1000)
                guard rest > 0 else { return false }
                // In slices, since an interruption doesn't wake a thread.
                let slice = min(rest, 50)
                if let input {
                    if input.isKeyPressed(within: slice) { return true }
                } else {
                    usleep(useconds_t(slice * 1000))
                }
            }
            return true
        }
    }
#endif
