import Console

/// The keys that choose the items of the start screen, in one place. Those of trainings, profile and settings
/// do the same on a closing page.
public enum StartKeys {
  /// 1…9, then 0, as on a keyboard; then letters that mean nothing on those pages.
  private static let row = Array("1234567890bcdefgn")

  /// The key of a training.
  public static func key(of choice: TrainingChoice) -> Character {
    row[TrainingChoice.all.firstIndex(of: choice) ?? 0]
  }

  /// The profile and the settings follow the trainings.
  public static var profile: Character { row[TrainingChoice.all.count] }
  public static var settings: Character { row[TrainingChoice.all.count + 1] }

  /// The plan of the day.
  public static let today: Character = "t"

  /// The map of the instrument.
  public static let map: Character = "m"

  /// The listener has a letter: there may be no choice of listeners.
  public static let listener: Character = "a"

  /// The keys of the trainings, for a list of keys: `1 2 3 4 5 6 7 8`.
  public static var trainings: String {
    row.prefix(TrainingChoice.all.count).map { "\($0)" }.joined(separator: " ")
  }

  /// The keys of the profile and of the settings, for a list of keys: `9 0`.
  public static var others: String { "\(profile) \(settings)" }

  /// Those in a row of the keyboard, as short as they can be: `1–9 0`.
  public static func all(_ glyphs: Glyphs) -> String {
    let keys = row.prefix(TrainingChoice.all.count + 2)
    let digits = keys.prefix { $0 != "0" }
    let range = digits.last.map { "1\(glyphs.dash)\($0)" } ?? ""
    return ([range] + keys.dropFirst(digits.count).map { "\($0)" }).joined(separator: " ")
  }
}
