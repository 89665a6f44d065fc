extension SettingKey {
  /// The key that was probably meant by a name that is none, or `nil` where nothing is near.
  init?(nearestTo name: String) {
    // Nobody mistypes a name into one three times as long; it keeps the work small, too.
    guard name.utf8.count <= 64 else { return nil }
    let wanted = Self.essence(of: name)
    // A name cut short, such as `tuning`.
    let longer = Self.allCases.filter { Self.essence(of: $0.name).starts(with: wanted) }
    if wanted.count > 2, longer.count == 1 {
      self = longer[0]
      return
    }
    let distances = Self.allCases.map { key in
      (key: key, distance: Self.editDistance(from: wanted, to: Self.essence(of: key.name)))
    }
    guard let nearest = distances.min(by: { $0.distance < $1.distance }),
      nearest.distance <= max(1, wanted.count / 3)
    else { return nil }
    self = nearest.key
  }

  /// A name without its case, hyphens and underscores, by which spellings differ most.
  private static func essence(of name: String) -> [Character] {
    name.lowercased().filter { $0 != "-" && $0 != "_" }
  }

  /// The least number of insertions, deletions and substitutions (Levenshtein, 1966).
  private static func editDistance(from source: [Character], to target: [Character]) -> Int {
    var row = Array(0...target.count)
    for (i, character) in source.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in target.enumerated() {
        let substitution = diagonal + (character == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(substitution, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[target.count]
  }
}
