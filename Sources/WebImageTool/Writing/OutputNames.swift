internal import WebImageCore

/// Names files in a folder after the last part of their sources' paths; a clash gets a number.
///
/// A name without a picture's extension gets that of its format later, when the format is known: it clashes with every
/// name that it could become.
struct OutputNames {
    /// Whole names, and the names without extension; in lower case: some disks tell no case apart.
    private var names: Set<String> = []
    private var stems: Set<String> = []

    /// A name that no earlier source got, safe in any folder.
    ///
    /// - Parameter format: Where files are written in a certain format, that format: its extension replaces another one's.
    mutating func name(for url: ImageURL, format: ImageFormat?) -> String {
        let (stem, suffix) = Self.split(Self.safe(url.lastPathComponent), format: format)
        var candidate = stem
        var number = 1
        while isTaken(candidate, suffix) {
            candidate = "\(stem)-\(number)"
            number += 1
        }
        names.insert((candidate + suffix).lowercased())
        stems.insert(candidate.lowercased())
        return candidate + suffix
    }

    private func isTaken(_ stem: String, _ suffix: String) -> Bool {
        let (stem, name) = (stem.lowercased(), (stem + suffix).lowercased())
        return names.contains(name) || names.contains(stem) || suffix.isEmpty && stems.contains(stem)
    }

    private static func split(_ name: String, format: ImageFormat?) -> (stem: String, suffix: String) {
        var stem = name
        var suffix = ""
        if let dot = name.lastIndex(of: "."), dot != name.startIndex,
            ImageFormat(fileExtension: String(name[name.index(after: dot)...])) != nil
        {
            stem = String(name[..<dot])
            suffix = String(name[dot...])
        }
        if let format, ImageFormat(fileExtension: String(suffix.dropFirst()))?.isSame(as: format) != true {
            suffix = "." + format.fileExtension
        }
        return (stem, suffix)
    }

    /// The name without what could lead out of the folder.
    private static func safe(_ name: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            let isUnsafe = scalar == "/" || scalar == "\\" || scalar.properties.generalCategory == .control
            result.append(isUnsafe ? "_" : scalar)
        }
        var text = String(result)
        // A leading dot would hide the file, and `..` is no name.
        if text.hasPrefix(".") { text = "_" + text.dropFirst() }
        return text.isEmpty ? "image" : shortened(text)
    }

    /// At most 200 bytes, the extension kept: Linux takes 255, and a number must fit too.
    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > 200 else { return name }
        var stem = name[...]
        var suffix = ""
        if let dot = name.lastIndex(of: "."), name[dot...].utf8.count <= 12 {
            stem = name[..<dot]
            suffix = String(name[dot...])
        }
        while stem.utf8.count + suffix.utf8.count > 200 { stem.removeLast() }
        return stem + suffix
    }
}
