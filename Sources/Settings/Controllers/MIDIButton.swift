/// A key, a pad, a pedal or a program change that means something, as spelt in the settings: `note:60`,
/// `notes:61-127`, `cc:64`, `program:5`.
public enum MIDIButton: Hashable, Sendable {
  /// Keys or pads, within 0…127; a single one is a range of one.
  case notes(ClosedRange<Int>)

  /// A controller, 0…127, that is pressed from 64 on.
  case controller(Int)

  /// A program change, 0…127.
  case program(Int)

  /// Reads a spelling; `nil` where it is none.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else { return nil }
    let button: MIDIButton?
    switch parts[0] {
    case "note": button = Self.number(parts[1], upTo: 127).map { .notes($0...$0) }
    case "notes": button = Self.range(parts[1]).map(Self.notes)
    case "cc": button = Self.number(parts[1], upTo: 127).map(Self.controller)
    case "program": button = Self.number(parts[1], upTo: 127).map(Self.program)
    default: button = nil
    }
    guard let button else { return nil }
    self = button
  }

  private static func range(_ text: String) -> ClosedRange<Int>? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
      .map { number(String($0), upTo: 127) }
    guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last else {
      return nil
    }
    return first...last
  }

  /// A plain decimal number without sign, 0…`limit`.
  static func number(_ text: String, upTo limit: Int) -> Int? {
    guard !text.isEmpty, text.allSatisfy({ ("0"..."9").contains($0) }), let number = Int(text),
      number <= limit
    else { return nil }
    return number
  }
}

extension MIDIButton: CustomStringConvertible {
  /// The spelling in the settings.
  public var description: String {
    switch self {
    case .notes(let range) where range.count == 1: "note:\(range.lowerBound)"
    case .notes(let range): "notes:\(range.lowerBound)-\(range.upperBound)"
    case .controller(let number): "cc:\(number)"
    case .program(let number): "program:\(number)"
    }
  }
}
