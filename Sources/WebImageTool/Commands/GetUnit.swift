internal import WebImageCore

/// One picture to load, with every place of the command line where it stands: it is loaded once.
struct GetUnit: Sendable {
    let source: String
    /// Where it stands among the sources, and the file it is written to there, if any.
    var places: [(index: Int, path: String?)]

    /// The units of a command, in the order in which their sources first stand there.
    static func units(of settings: GetSettings) -> [GetUnit] {
        var units: [GetUnit] = []
        var known: [String: Int] = [:]
        var names = OutputNames()
        for (index, source) in settings.sources.enumerated() {
            let path = path(of: source, settings, &names)
            if let position = known[source] {
                units[position].places.append((index, path))
            } else {
                known[source] = units.count
                units.append(GetUnit(source: source, places: [(index, path)]))
            }
        }
        return units
    }

    private static func path(of source: String, _ settings: GetSettings, _ names: inout OutputNames) -> String? {
        switch settings.target {
        case .file(let path): path
        case .folder(let folder):
            (folder == "/" ? "" : folder) + "/"
                + names.name(for: LoadSettings.url(of: source), format: settings.format)
        case .nothing, .standardOutput, .frames: nil
        }
    }
}
