import Console

/// What the keys mean in comparison training.
enum ComparisonKeys {
  /// `nil` for a key without a meaning.
  static func intent(for key: Key) -> Intent? {
    switch key {
    case .up, .character("h"), .character("H"): .answer(higher: true)
    case .down, .character("l"), .character("L"): .answer(higher: false)
    case .character("q"), .character("Q"): .quit
    case .character("?"): .help
    default: nil
    }
  }
}
