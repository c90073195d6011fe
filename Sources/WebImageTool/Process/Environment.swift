internal import Glibc

/// The variables of the environment; an empty one counts as none.
enum Environment {
    static subscript(name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    /// Whether the locale's characters are UTF-8 (POSIX: `LC_ALL` before `LC_CTYPE` before `LANG`).
    static var isUTF8: Bool {
        let locale = (Self["LC_ALL"] ?? Self["LC_CTYPE"] ?? Self["LANG"] ?? "").lowercased()
        return locale.contains("utf-8") || locale.contains("utf8")
    }

    /// The folder for caches of programs (XDG Base Directory Specification: relative paths don't count).
    static var cacheFolder: String {
        if let folder = Self["XDG_CACHE_HOME"], folder.hasPrefix("/") { return folder }
        if let home = Self["HOME"], home.hasPrefix("/") { return home + "/.cache" }
        if let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir, home.pointee != 0 {
            return String(cString: home) + "/.cache"
        }
        return "/tmp/cache-\(getuid())"
    }

    /// An absolute path for one that may be relative to the working folder.
    static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        var path = path[...]
        while path.hasPrefix("./") { path = path.dropFirst(2) }
        let base = String(cString: folder)
        if path.isEmpty || path == "." { return base }
        return (base == "/" ? "" : base) + "/" + path
    }
}
