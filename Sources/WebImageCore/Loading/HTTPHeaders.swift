/// Header fields; names are compared without regard to case (RFC 9110, 5.1), order and spelling are kept.
public struct HTTPHeaders: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    /// One field line.
    public struct Field: Sendable, Equatable {
        /// The name, spelled as it was set or came.
        public var name: String
        /// The value, without the line's end.
        public var value: String

        /// Makes a line; nothing is checked or encoded.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The lines, in order.
    public private(set) var fields: [Field] = []

    /// Makes no fields.
    public init() {}

    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field($0.0, $0.1) }
    }

    /// Whether there is no field.
    public var isEmpty: Bool { fields.isEmpty }

    /// All values of a field joined by ", " (RFC 9110, 5.3). Setting replaces all of them; nil removes them.
    public subscript(name: String) -> String? {
        get {
            // Asked many times a load, and mostly in vain: no array is made for it.
            var found: String?
            for field in fields where Self.matches(field.name, name) {
                found = found.map { "\($0), \(field.value)" } ?? field.value
            }
            return found
        }
        set {
            let index = fields.firstIndex { Self.matches($0.name, name) }
            fields.removeAll { Self.matches($0.name, name) }
            if let newValue { fields.insert(Field(name, newValue), at: min(index ?? fields.count, fields.count)) }
        }
    }

    /// Adds a line and keeps those there are.
    public mutating func append(_ name: String, _ value: String) { fields.append(Field(name, value)) }

    /// Makes room for fields that are to be added.
    package mutating func reserve(_ count: Int) { fields.reserveCapacity(count) }

    /// These fields with those of `other` in the place of fields of the same name.
    public func merging(_ other: HTTPHeaders) -> HTTPHeaders {
        var result = self
        result.fields.removeAll { field in other.fields.contains { Self.matches($0.name, field.name) } }
        result.fields += other.fields
        return result
    }

    private static func matches(_ left: String, _ right: String) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        var (left, right) = (left, right)
        return left.withUTF8 { left in
            right.withUTF8 { right in
                left.indices.allSatisfy { index in
                    let (one, other) = (left[index], right[index])
                    return one == other || (one ^ other == 0x20 && PercentEncoding.isLetter(one))
                }
            }
        }
    }
}
