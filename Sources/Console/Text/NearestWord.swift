/// Which of the words that there are was probably meant by one that is none of them.
public nonisolated enum NearestWord {
  /// Nobody mistypes a word into one three times as long; it keeps the work small, too.
  private static let longestWord = 64

  /// The nearest word, or `nil` where nothing is near. Case, hyphens and underscores do not count.
  ///
  /// A word that was cut short finds the one that it begins. Otherwise one slip is allowed for every
  /// three characters; of a word of one or two nothing but the case may be wrong. Of several that are
  /// equally near the first is taken.
  public static func to(_ word: String, among words: [String]) -> String? {
    guard word.utf8.count <= longestWord else { return nil }
    let wanted = essence(of: word)
    guard !wanted.isEmpty else { return nil }
    let longer = words.filter { essence(of: $0).starts(with: wanted) }
    if wanted.count > 2, longer.count == 1 { return longer[0] }
    let limit = wanted.count < 3 ? 0 : max(1, wanted.count / 3)
    return words.map { (word: $0, distance: distance(from: wanted, to: essence(of: $0))) }
      .filter { $0.distance <= limit }
      .min { $0.distance < $1.distance }?.word
  }

  private static func essence(of word: String) -> [Character] {
    word.lowercased().filter { $0 != "-" && $0 != "_" }
  }

  /// The least number of insertions, deletions, substitutions and swaps of neighbours (the optimal string
  /// alignment distance, after Damerau, 1964).
  private static func distance(from source: [Character], to target: [Character]) -> Int {
    var before: [Int] = []
    var last = Array(0...target.count)
    for (i, character) in source.enumerated() {
      var row = [i + 1]
      for (j, other) in target.enumerated() {
        var best = min(last[j] + (character == other ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, character == target[j - 1], source[i - 1] == other {
          best = min(best, before[j - 1] + 1)
        }
        row.append(best)
      }
      before = last
      last = row
    }
    return last[target.count]
  }
}
