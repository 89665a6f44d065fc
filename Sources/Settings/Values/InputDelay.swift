/// How long sound takes from the outputs back into the audio input, as `peach play --calibrate` has measured it. The
/// settings spell it in milliseconds, or as `none`.
public enum InputDelay: Hashable, Sendable {
  /// Nobody has measured it.
  case none

  /// In milliseconds, within ``range``.
  case milliseconds(Double)

  /// In milliseconds.
  public static let range = 0.0...1000.0

  /// Reads the spelling in the settings; `nil` if it is not valid.
  public init?(_ text: String) {
    if text == "none" {
      self = .none
    } else if let number = Double(text), Self.range.contains(number) {
      self = .milliseconds(number)
    } else {
      return nil
    }
  }

  /// A measured delay, to a hundredth of a millisecond, within ``range``.
  public init(seconds: Double) {
    let hundredths = (seconds * 100_000).rounded()
    self = .milliseconds(min(max(hundredths / 100, Self.range.lowerBound), Self.range.upperBound))
  }

  /// In seconds; `nil` if nobody has measured it.
  public var seconds: Double? {
    if case .milliseconds(let number) = self { number / 1000 } else { nil }
  }
}

extension InputDelay: CustomStringConvertible {
  /// The spelling in the settings.
  public var description: String {
    switch self {
    case .none: "none"
    case .milliseconds(let number): "\(number)"
    }
  }
}
