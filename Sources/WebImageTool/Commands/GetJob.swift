internal import FoundationEssentials
internal import WebImage
internal import WebImageCore

/// Loads one picture and writes it wherever it is wanted.
struct GetJob: Sendable {
    let settings: GetSettings
    let manager: ImageManager
    let console: Console
    /// The threads that encode and write.
    let pool: WorkerPool

    /// Does everything for a unit: a report for each of its places. Never throws: an error is a report.
    func run(_ unit: GetUnit, identifier: Int) async -> [(index: Int, report: GetReport)] {
        let start = ContinuousClock.now
        let load: Result<LoadedImage, WebImageError>
        do { load = .success(try await loaded(unit, identifier: identifier)) } catch { load = .failure(error) }
        let results: [Result<GetReport.Picture, WebImageError>]
        switch load {
        case .success(let image): results = await written(image, unit)
        case .failure(let error): results = unit.places.map { _ in .failure(error) }
        }
        let duration = ContinuousClock.now - start
        return zip(unit.places, results).map { place, result in
            (place.index, GetReport(source: unit.source, result: result, duration: duration))
        }
    }

    private func loaded(_ unit: GetUnit, identifier: Int) async throws(WebImageError) -> LoadedImage {
        var request = settings.load.request(for: unit.source)
        switch settings.frames {
        case .automatic: request.editor = settings.editor
        case .first:
            request.editor = settings.editor
            // Where the bytes might be copied, it matters whether there are more frames.
            request.options.decode.firstFrameOnly = !settings.mayCopy
        // Edits are done on the chosen frames, after they are composited.
        case .single, .each: break
        }
        request.options.deliversData = settings.mayCopy
        let name = ImageURL(unit.source).description
        let task = manager.load(
            request,
            onEvent: { event in
                if case .progress(let progress) = event { console.progress(identifier, name: name, progress) }
            })
        let outcome = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            task.cancel()
        }
        return try outcome.get()
    }

    private func written(_ loaded: LoadedImage, _ unit: GetUnit) async -> [Result<GetReport.Picture, WebImageError>] {
        let output = GetOutput(settings: settings, coder: manager.coder, loaded: loaded)
        do {
            return try await pool.run { token in output.write(to: unit.places.map(\.path), token: token) }
        } catch {
            let error = WebImageError.wrapping(error, as: .encodeFailed, "The picture could not be written.")
            return unit.places.map { _ in .failure(error) }
        }
    }
}

extension GetSettings {
    /// Whether the source's own bytes may be what is written.
    var mayCopy: Bool {
        guard target != .nothing, editor == nil, encoding == nil else { return false }
        switch frames {
        case .automatic, .first, .single(0): return true
        case .single, .each: return false
        }
    }
}
