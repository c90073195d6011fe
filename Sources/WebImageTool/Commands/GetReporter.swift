internal import WebImage
internal import WebImageCore

/// Tells how sources ended, in their order.
final class GetReporter {
    private let settings: GetSettings
    private let console: Console
    /// Reports that wait for one before them.
    private var waiting: [Int: GetReport] = [:]
    private var next = 0
    private(set) var hasFailure = false

    init(settings: GetSettings, console: Console) {
        self.settings = settings
        self.console = console
    }

    func take(_ reports: [(index: Int, report: GetReport)], identifier: Int) {
        var bytes = 0
        var hasFailed = false
        for (index, report) in reports {
            waiting[index] = report
            if case .success(let picture) = report.result { bytes = picture.bytes } else { hasFailed = true }
        }
        console.ended(identifier, count: reports.count, bytes: bytes, failed: hasFailed)
        while let report = waiting.removeValue(forKey: next) {
            next += 1
            tell(report)
        }
    }

    private func tell(_ report: GetReport) {
        if settings.writesJSON { StandardOutput.line(report.json.line) }
        switch report.result {
        case .success(let picture):
            if let error = picture.refreshError {
                console.line("The cached picture was kept: \(error.line(source: report.source))")
            }
            // Without a file or JSON the report is all there is.
            if !settings.writesJSON, settings.target == .nothing || console.hasBars {
                console.line(report.line(picture, style: console.style))
            }
        case .failure(let error):
            hasFailure = true
            // Who pressed Ctrl-C knows why.
            guard error.code != .cancelled, !settings.writesJSON || console.hasBars else { return }
            console.error(error.line(source: report.source))
        }
    }
}
