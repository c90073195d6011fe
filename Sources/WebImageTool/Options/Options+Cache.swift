extension Options {
    static let cache = CommandOption(
        "--cache", "DIR", help: "The cache folder ($XDG_CACHE_HOME/webimage, else ~/.cache/webimage).",
        expects: "a folder", completion: .folders
    ) { $0.isEmpty ? nil : $0 }
    static let noCache = CommandOption(flag: "--no-cache", help: "Neither read nor write the cache.")
    static let refresh = CommandOption(
        flag: "--refresh", help: "Ask the server whether a cached picture has changed; keep it where asking fails.")
    static let offline = CommandOption(flag: "--offline", help: "Never use the network.")
    static let followHTTP = CommandOption(
        flag: "--follow-http", help: "Cache as RFC 9111 says: fresh pictures are used, stale ones asked about.")
    static let shared = CommandOption(
        "--shared", "URL",
        help: "A Redis or Valkey behind the disk cache that many machines share: redis://[USER:PASS@]HOST:PORT/DB.",
        expects: "redis://[USER:PASSWORD@]HOST[:PORT][/DB]"
    ) { SharedCacheAddress($0) }

    static let trimBytes = CommandOption(
        "--max-bytes", "N", help: "Remove what was used longest ago until at most N bytes are left.",
        expects: "a whole number of bytes from 0"
    ) { ValueText.wholeNumber($0, in: 0...Int.max) }
    static let trimAge = CommandOption(
        "--max-age", "S", help: "Remove what was not used in the last S seconds.", expects: "a number of seconds from 0"
    ) { ValueText.number($0, in: 0...1e12) }
}
