import FuzzSupport

@testable import CommandParts

/// Of each line one argument. A list of sources may name any file: those that never end are left out.
private func arguments(_ bytes: UnsafeRawBufferPointer) -> [String]? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard !text.contains("dev"), !text.contains("proc"), !text.contains("-f") else { return nil }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
}

// Each command's options on one command line, up to where the work would begin.
fuzz { bytes in
    guard let arguments = arguments(bytes) else { return }
    for definition in CommandTable.leaves() {
        guard let parsed = try? ArgumentParser(definition: definition).parse(arguments) else { continue }
        switch definition.name {
        case GetCommand.definition.name: _ = try? GetSettings(parsed)
        case InfoCommand.definition.name: _ = try? InfoCommand(parsed)
        case ShowCommand.definition.name: _ = try? ShowCommand(parsed)
        case PrefetchCommand.definition.name: _ = try? PrefetchCommand(parsed)
        default: _ = try? LoadSettings(parsed)
        }
    }
    _ = SourceList.parse(String(decoding: bytes, as: UTF8.self))
}
