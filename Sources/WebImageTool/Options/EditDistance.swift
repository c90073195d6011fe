/// How many typing mistakes lie between two words.
enum EditDistance {
    /// Insertions, deletions, replacements and exchanges of neighbors (optimal string alignment). O(n·m).
    static func between(_ left: String, _ right: String) -> Int {
        let left = Array(left.lowercased())
        let right = Array(right.lowercased())
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1]
            for column in 0..<right.count {
                var best = min(last[column + 1], current[column]) + 1
                best = min(best, last[column] + (left[row] == right[column] ? 0 : 1))
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            beforeLast = last
            last = current
        }
        return last[right.count]
    }

    /// The word that was most likely meant; nil where none is near: more than half of it would be mistakes.
    static func nearest(to word: String, in candidates: [String]) -> String? {
        let best = candidates.map { (word: $0, distance: between(word, $0)) }.min { $0.distance < $1.distance }
        guard let best, best.distance * 2 <= max(word.count, best.word.count) else { return nil }
        return best.word
    }
}
