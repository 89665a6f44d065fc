/// Finds the known word that an unknown word was probably meant to be.
public nonisolated enum NearestWord {
  /// The longest word that is compared. No mistyped word is three times as long as a real one, and
  /// the limit keeps the computation short.
  private static let longestWord = 64

  /// The nearest word, or `nil` if no word is near. Case, hyphens and underscores do not count.
  ///
  /// A word matches the first one of which it is a part, unless it is a part of many: `sound` is
  /// `sound-source`. A truncated word matches the word that it begins. Otherwise one error is
  /// allowed for every three characters, and none in a word of one or two. The first of several
  /// words that are equally near wins.
  public static func to(_ word: String, among words: [String]) -> String? {
    guard word.utf8.count <= longestWord else { return nil }
    let wanted = essence(of: word)
    guard !wanted.isEmpty else { return nil }
    let compounds = words.filter { parts(of: $0).contains(word.lowercased()) }
    if !compounds.isEmpty, compounds.count <= 2 { return compounds[0] }
    let longer = words.filter { essence(of: $0).starts(with: wanted) }
    if wanted.count > 2, longer.count == 1 { return longer[0] }
    let limit = wanted.count < 3 ? 0 : max(1, wanted.count / 3)
    return words.map { (word: $0, distance: distance(from: wanted, to: essence(of: $0))) }
      .filter { $0.distance <= limit }
      .min { $0.distance < $1.distance }?.word
  }

  /// The words of a compound: `output`, `level`; none of a single word.
  private static func parts(of word: String) -> [String] {
    let parts = word.replacing(#/[A-Z]/#) { "-" + $0.output.lowercased() }.split(separator: "-")
    return parts.count > 1 ? parts.map(String.init) : []
  }

  private static func essence(of word: String) -> [Character] {
    word.lowercased().filter { $0 != "-" && $0 != "_" }
  }

  /// The least number of insertions, deletions, substitutions and swaps of neighbours (the optimal
  /// string alignment distance, after Damerau, 1964).
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
