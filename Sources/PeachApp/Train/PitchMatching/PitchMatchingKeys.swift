import Console
import Music

/// What the keys mean in pitch matching. A key that is held repeats, and as each step glides so does the
/// whole.
enum PitchMatchingKeys {
  // A tenth of a cent is finer than any ear; a semitone's way takes ten coarse steps.
  private static let finest = 0.1
  private static let fine = 1.0
  private static let coarse = 10.0

  /// `nil` for a key without a meaning.
  static func intent(for key: Key) -> Intent? {
    switch key {
    case .right: .nudge(Cents(fine))
    case .left: .nudge(Cents(-fine))
    case .up: .nudge(Cents(coarse))
    case .down: .nudge(Cents(-coarse))
    case .character("."): .nudge(Cents(finest))
    case .character(","): .nudge(Cents(-finest))
    case .enter: .commit
    case .character("q"), .character("Q"): .quit
    case .character("?"): .help
    default: nil
    }
  }
}
