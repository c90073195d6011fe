#if SVG
    internal import FoundationEssentials

    /// Looks for the root element of an SVG behind any length of comments, with any prefix.
    enum SVGRoot {
        /// More than this of declarations and comments before the root isn't looked through.
        private static let longestProlog = 1 << 20

        /// Whether the first element is `svg` (XML 1.0, 2.8; SVG 2, 5.1).
        static func isFirstElement(of data: Data) -> Bool {
            var rest = data.prefix(longestProlog)[...]
            if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
            while true {
                rest = rest.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
                guard rest.first == UInt8(ascii: "<") else { return false }
                if rest.starts(with: "<!--".utf8) {
                    guard let next = after("-->", in: rest) else { return false }
                    rest = next
                } else if rest.starts(with: "<?".utf8) {
                    guard let next = after("?>", in: rest) else { return false }
                    rest = next
                } else if rest.starts(with: "<!".utf8) {
                    guard let next = afterDeclaration(rest) else { return false }
                    rest = next
                } else {
                    let ends = [UInt8(ascii: ">"), UInt8(ascii: "/")]
                    let name = rest.dropFirst().prefix { $0 > 0x20 && !ends.contains($0) }
                    let local = name.split(separator: UInt8(ascii: ":")).last ?? name
                    return local.elementsEqual("svg".utf8)
                }
            }
        }

        private static func after(_ end: String, in data: Data) -> Data? {
            data.firstRange(of: Data(end.utf8)).map { data[$0.upperBound...] }
        }

        /// Behind a document type declaration, which may hold others in brackets.
        private static func afterDeclaration(_ data: Data) -> Data? {
            var depth = 0
            for index in data.indices {
                switch data[index] {
                case UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "]"): depth -= 1
                case UInt8(ascii: ">") where depth <= 0: return data[(index + 1)...]
                default: break
                }
            }
            return nil
        }
    }
#endif
