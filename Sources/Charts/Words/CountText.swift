import Language

/// How many results there are, in words.
public enum CountText {
  public static func comparisons(_ count: Int) -> String {
    localized(one: "%d comparison", other: "%d comparisons", count)
  }

  public static func matchings(_ count: Int) -> String {
    localized(one: "%d tuned note", other: "%d tuned notes", count)
  }

  public static func purities(_ count: Int) -> String {
    localized(one: "%d question of purity", other: "%d questions of purity", count)
  }

  public static func playings(_ count: Int) -> String {
    localized(one: "%d played note", other: "%d played notes", count)
  }

  public static func oddOnes(_ count: Int) -> String {
    localized(one: "%d odd one of three", other: "%d odd ones of three", count)
  }

  public static func listenings(_ count: Int) -> String {
    localized(one: "%d block listened to", other: "%d blocks listened to", count)
  }

  public static func mapped(_ count: Int) -> String {
    localized(one: "%d note of the map", other: "%d notes of the map", count)
  }

  /// Several of them within a sentence.
  public static func list(_ counts: [String]) -> String {
    guard let last = counts.last, counts.count > 1 else { return counts.first ?? "" }
    return localized("%@ and %@", counts.dropLast().joined(separator: ", "), last)
  }
}
