internal import WebImageCore

/// The pixels of a JPEG whose bytes are still arriving, and how far they are made.
struct JPEGPass: ~Copyable {
    private let info: ImageInfo
    private let hasManyScans: Bool
    private let size: PixelSize
    private let picture: WholePicture
    /// Rows that are decoded in a file without scans, or in the pass over the first scan.
    private var rows = 0
    /// The last whole scan that was made into pixels; 0 for none.
    private var shownScan = 0
    /// A pass over a scan that isn't whole: libjpeg ends it when the scan does.
    private var isPassOpen = false
    private var hasTriedFirstScan = false
    private var hasReachedEnd = false

    /// Nil where the header hasn't come as a whole.
    static func begin(_ reader: JPEGReader, _ options: DecodeOptions) throws(WebImageError) -> JPEGPass? {
        guard let header = try reader.readHeader() else { return nil }
        try options.limits.check(header.storedSize)
        let plan = options.plan(for: header.orientation.displayed(header.storedSize))
        // The header is read, so neither kind of start waits for bytes.
        guard let size = try reader.start(eighths: header.eighths(for: plan), byScan: header.hasManyScans) else {
            throw WebImageError(.corruptImage, "The JPEG data is damaged.")
        }
        return try JPEGPass(header, size, plan, options)
    }

    private init(
        _ header: JPEGHeader, _ size: PixelSize, _ plan: ThumbnailSize.Plan?, _ options: DecodeOptions
    ) throws(WebImageError) {
        info = header.info(options)
        hasManyScans = header.hasManyScans
        self.size = size
        picture = try WholePicture(
            storedSize: size, orientation: header.orientation, plan: plan, finishing: header.finishing,
            background: options.background)
    }

    /// Makes pixels of what has come; false where nothing new can be shown.
    mutating func advance(_ reader: JPEGReader) throws(WebImageError) -> Bool {
        guard hasManyScans else {
            let before = rows
            try readRows(reader)
            return rows > before
        }
        if !hasReachedEnd { hasReachedEnd = try reader.consume() }
        guard try closePass(reader) else { return false }
        let whole = hasReachedEnd ? reader.inputScan : reader.inputScan - 1
        if whole > shownScan { return try show(scan: whole, reader) }
        guard whole == 0, !hasTriedFirstScan else { return false }
        hasTriedFirstScan = true
        rows = 0
        guard try reader.startOutput(scan: 1) else { return false }
        isPassOpen = true
        try readRows(reader)
        return rows > 0
    }

    /// Makes all pixels; the reader knows that no more bytes come.
    mutating func complete(_ reader: JPEGReader) throws(WebImageError) {
        guard hasManyScans else { return try readRows(reader) }
        _ = try closePass(reader)
        if !hasReachedEnd { hasReachedEnd = try reader.consume() }
        // A pass before the end may have run on fewer bits of the last scan.
        _ = try show(scan: reader.inputScan, reader)
    }

    /// The picture so far.
    borrowing func partialImage() throws(WebImageError) -> DecodedImage {
        DecodedImage(bitmap: try picture.picture(validRows: rows), info: info)
    }

    consuming func finish(_ reader: JPEGReader, _ options: DecodeOptions) throws(WebImageError) -> DecodedImage {
        let info = info
        let valid = min(rows, reader.validRows)
        let isTruncated = reader.isTruncated || rows < size.height
        if isTruncated, !options.allowsTruncated || valid == 0 {
            throw WebImageError(
                .truncated, "The JPEG data ends before the picture does; load it again, or allow truncated pictures.")
        }
        let picture = picture
        return DecodedImage(bitmap: try picture.finish(validRows: valid), info: info, isTruncated: isTruncated)
    }

    private mutating func show(scan: Int, _ reader: JPEGReader) throws(WebImageError) -> Bool {
        guard try reader.startOutput(scan: scan) else { return false }
        isPassOpen = true
        rows = 0
        try readRows(reader)
        shownScan = scan
        _ = try closePass(reader)
        return true
    }

    private mutating func closePass(_ reader: JPEGReader) throws(WebImageError) -> Bool {
        if isPassOpen { isPassOpen = try !reader.finishOutput() }
        return !isPassOpen
    }

    private mutating func readRows(_ reader: JPEGReader) throws(WebImageError) {
        while rows < size.height {
            let count = try reader.readRows(
                picture.pixels.row(rows), bytesPerRow: picture.pixels.bytesPerRow, rows: min(64, size.height - rows))
            rows += count
            if count == 0 { return }
        }
    }
}
