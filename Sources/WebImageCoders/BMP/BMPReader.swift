internal import CWebImagePixels
internal import WebImageCore

/// Makes rows of a bitmap; may be stopped after any byte and go on when more have come.
struct BMPReader {
    let header: BMPHeader
    /// How many rows are made, in the order of the file: from the bottom up, as a rule.
    private(set) var rowsRead = 0
    private var runs = wi_bmp_rle()
    private var channels: [wi_bmp_channel]

    init(_ header: BMPHeader) {
        self.header = header
        channels = header.channels
    }

    /// Whether all rows are made.
    var isFinished: Bool { rowsRead == header.size.height }

    /// Whether the pixels carry an alpha that counts.
    var hasAlpha: Bool { channels.count == 4 && channels[3].bits > 0 }

    /// Ignores the alpha channel if it is zero everywhere: then nobody meant it. Looks at all pixels in `bytes`.
    mutating func dropEmptyAlpha(_ bytes: UnsafeRawBufferPointer) {
        guard hasAlpha, let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
        for row in 0..<header.size.height {
            let start = header.pixelOffset + row * header.rowBytes
            guard start + header.rowBytes <= bytes.count else { break }
            if wi_bmp_has_alpha(base + start, header.size.width, Int32(header.bits / 8), channels[3]) != 0 { return }
        }
        channels[3].bits = 0
    }

    /// Whether `bytes` hold row `number` (in the order of the file) in full.
    func holds(row number: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
        // The padding of the last row may be missing.
        let needed = (header.size.width * header.bits + 7) / 8
        return header.pixelOffset + number * header.rowBytes + needed <= bytes.count
    }

    /// Writes row `number`, in the order of the file, to `pixels`. Not for run-length encoded bitmaps.
    ///
    /// - Returns: Whether the bytes were there.
    func writeRow(_ number: Int, of bytes: UnsafeRawBufferPointer, to pixels: UnsafeMutableRawPointer) -> Bool {
        guard holds(row: number, bytes), let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return false }
        let source = base + header.pixelOffset + number * header.rowBytes
        let target = pixels.assumingMemoryBound(to: UInt32.self)
        if header.isIndexed {
            wi_bmp_indexed_row(target, source, header.size.width, Int32(header.bits), header.palette)
        } else {
            wi_bmp_masked_row(target, source, header.size.width, Int32(header.bits / 8), channels)
        }
        return true
    }

    /// Makes the rows that `bytes`, the file from its beginning, hold.
    mutating func read(
        _ bytes: UnsafeRawBufferPointer, onto canvas: borrowing BitmapBuffer, token: CancellationToken
    ) throws(WebImageError) {
        while !isFinished {
            if rowsRead & 63 == 0 { try token.check() }
            if header.isRunLengthEncoded {
                guard readRuns(bytes, onto: canvas) else { return }
            } else {
                let row = header.isTopDown ? rowsRead : header.size.height - 1 - rowsRead
                guard writeRow(rowsRead, of: bytes, to: canvas.row(row)) else { return }
                rowsRead += 1
            }
        }
    }

    /// Reads some rows of runs; false where more bytes are needed.
    private mutating func readRuns(_ bytes: UnsafeRawBufferPointer, onto canvas: borrowing BitmapBuffer) -> Bool {
        guard header.pixelOffset < bytes.count, let base = bytes.bindMemory(to: UInt8.self).baseAddress else {
            return false
        }
        let height = header.size.height
        let target = min(height, rowsRead + 64)
        let first = canvas.row(header.isTopDown ? 0 : height - 1).assumingMemoryBound(to: UInt8.self)
        wi_bmp_rle_rows(
            &runs, base + header.pixelOffset, bytes.count - header.pixelOffset, first,
            header.isTopDown ? canvas.bytesPerRow : -canvas.bytesPerRow, header.size.width, target,
            Int32(header.bits), header.palette)
        rowsRead = runs.ended != 0 ? height : min(height, runs.y)
        return rowsRead >= target
    }
}
