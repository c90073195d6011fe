#if Redis
    /// One command: its name and arguments, in the form in which they go over the wire.
    struct RedisCommand: Sendable {
        /// The command in RESP: an array of bulk strings.
        private(set) var bytes: [UInt8]

        /// A command that is in this form already.
        init(encoded bytes: [UInt8]) { self.bytes = bytes }

        init(_ words: String...) {
            bytes = Self.header("*", words.count)
            for word in words { append(word.utf8) }
        }

        /// `SET key value PX milliseconds`, and `XX` where only an existing value is to be replaced.
        static func set(_ key: String, _ value: [UInt8], milliseconds: Int, onlyExisting: Bool = false) -> RedisCommand
        {
            var command = RedisCommand(encoded: header("*", onlyExisting ? 6 : 5))
            command.bytes.reserveCapacity(value.count + key.utf8.count + 96)
            command.append("SET".utf8)
            command.append(key.utf8)
            command.append(value)
            command.append("PX".utf8)
            command.append("\(milliseconds)".utf8)
            if onlyExisting { command.append("XX".utf8) }
            return command
        }

        private mutating func append(_ argument: some Collection<UInt8>) {
            bytes += Self.header("$", argument.count)
            bytes.append(contentsOf: argument)
            bytes.append(13)
            bytes.append(10)
        }

        private static func header(_ mark: Character, _ count: Int) -> [UInt8] { Array("\(mark)\(count)\r\n".utf8) }
    }
#endif
