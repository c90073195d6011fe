internal import FoundationEssentials
internal import WebImage
internal import WebImageCore

/// Makes and writes the files of one loaded picture; runs on a worker thread.
struct GetOutput: Sendable {
    let settings: GetSettings
    let coder: any ImageCoder
    let loaded: LoadedImage

    /// Writes the picture to each of `paths`, or where the settings say if they are nil.
    func write(to paths: [String?], token: CancellationToken) -> [Result<GetReport.Picture, WebImageError>] {
        do {
            switch settings.frames {
            case .each: return [.success(try writeFrames(token: token))]
            case .automatic, .first:
                return try deliver(loaded.image, to: paths, token: token)
            case .single(let index):
                return try deliver(try still(of: index, token: token), to: paths, token: token)
            }
        } catch {
            let error = WebImageError.wrapping(
                error, as: .encodeFailed, "The picture could not be written.", url: loaded.url)
            return paths.map { _ in .failure(error) }
        }
    }

    private func deliver(_ image: DecodedImage, to paths: [String?], token: CancellationToken) throws
        -> [Result<GetReport.Picture, WebImageError>]
    {
        var picture = GetReport.Picture(
            origin: loaded.source, isRevalidated: loaded.isRevalidated, format: image.info.format, size: image.size,
            frames: settings.frames == .first ? 1 : image.animation?.frameCount ?? 1, bytes: loaded.byteCount,
            refreshError: loaded.refreshError)
        guard settings.target != .nothing else { return paths.map { _ in .success(picture) } }
        let format = outputFormat(of: image)
        let data: Data
        if let original = copy(of: image, format: format) {
            data = original
        } else {
            data = try encoded(image, as: format, token: token)
            picture.format = format
            picture.frames = format.holdsFrames ? picture.frames : 1
        }
        picture.bytes = data.count
        return paths.map { path in Result { () throws(WebImageError) in try deliver(data, picture, to: path) } }
    }

    private func deliver(_ data: Data, _ picture: GetReport.Picture, to path: String?) throws(WebImageError)
        -> GetReport.Picture
    {
        guard var path else {
            try StandardOutput.write(data)
            return picture
        }
        if case .folder(let folder) = settings.target {
            try OutputFolder.make(folder)
            // The format of a source whose name doesn't tell it is known only now.
            if ImageFormat(path: path) == nil { path += "." + picture.format.fileExtension }
        }
        var picture = picture
        picture.output = path
        try OutputFile(data, to: path).commit()
        return picture
    }

    /// The original's bytes, where nothing was asked that would change them.
    private func copy(of image: DecodedImage, format: ImageFormat) -> Data? {
        guard settings.mayCopy, let data = loaded.data, image.info.format.isSame(as: format) else { return nil }
        if settings.frames != .automatic, loaded.hasSeveralFrames { return nil }
        return data
    }

    private func encoded(_ image: DecodedImage, as format: ImageFormat, token: CancellationToken) throws -> Data {
        guard coder.canEncode(format) else {
            throw WebImageError(
                .encodeFailed, "This build doesn't write \(format); choose another format with --format.")
        }
        var options = settings.encoding ?? EncodeOptions()
        options.firstFrameOnly = !format.holdsFrames || settings.frames == .first
        return try coder.encode(image, context: EncodeContext(format: format, options: options, token: token))
    }

    /// The format to write: the one that is named, else the source's own, else one that loses nothing.
    private func outputFormat(of image: DecodedImage) -> ImageFormat {
        if let format = settings.format { return format }
        let own = image.info.format
        if settings.mayCopy || coder.canEncode(own) { return own == .apng ? .png : own }
        return image.isAnimated ? .webp : .png
    }

    // MARK: Frames

    /// Frame `index` as a still, edited.
    private func still(of index: Int, token: CancellationToken) throws -> DecodedImage {
        let count = loaded.image.animation?.frameCount ?? 1
        guard index < count else {
            throw WebImageError(
                .editFailed,
                count == 1
                    ? "The picture has one frame: --frame can be 0 only."
                    : "The picture has \(count) frames: --frame can be 0 to \(count - 1).", url: loaded.url)
        }
        let bitmap = try loaded.image.animation?.frame(at: index, token: token) ?? loaded.image.bitmap
        var info = loaded.image.info
        info.frameCount = 1
        info.durations = []
        guard let editor = settings.editor else { return DecodedImage(bitmap: bitmap, info: info) }
        let context = EditContext(info: loaded.image.info, frameIndex: index, token: token)
        return DecodedImage(
            bitmap: try editor.edit(bitmap, context: context), info: info, editKey: editor.key)
    }

    /// Every frame to a file of its own; the files appear together or not at all.
    private func writeFrames(token: CancellationToken) throws -> GetReport.Picture {
        let count = loaded.image.animation?.frameCount ?? 1
        var picture = GetReport.Picture(
            origin: loaded.source, isRevalidated: loaded.isRevalidated, format: loaded.image.info.format,
            size: loaded.image.size, frames: count, bytes: loaded.byteCount, refreshError: loaded.refreshError)
        guard case .frames(let pattern) = settings.target else { return picture }
        picture.bytes = 0
        picture.output = pattern.text
        var files: [OutputFile] = []
        do {
            for index in 0..<count {
                try token.check()
                let image = try still(of: index, token: token)
                picture.format = outputFormat(of: image)
                picture.size = image.size
                let data = try encoded(image, as: picture.format, token: token)
                picture.bytes += data.count
                files.append(try OutputFile(data, to: pattern.path(for: index)))
            }
            for file in files { try file.commit() }
        } catch {
            for file in files { file.discard() }
            throw error
        }
        return picture
    }
}

extension LoadedImage {
    fileprivate var hasSeveralFrames: Bool { image.info.frameCount > 1 || (image.animation?.frameCount ?? 1) > 1 }
}

extension ImageFormat {
    /// The format that the extension of a path names.
    init?(path: String) {
        let name = path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...]
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        self.init(fileExtension: String(name[name.index(after: dot)...]))
    }

    /// Whether a file of this format can hold an animation that is written here.
    var holdsFrames: Bool { [.gif, .webp, .png, .apng, .avif, .jxl].contains(self) }

    /// Whether both are written the same way: an APNG is a PNG.
    func isSame(as other: ImageFormat) -> Bool {
        self == other || [self, other].allSatisfy { $0 == .png || $0 == .apng }
    }
}
