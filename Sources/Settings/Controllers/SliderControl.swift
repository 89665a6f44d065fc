/// The MIDI control that moves the slider, besides the wheel, as spelt in the settings: `cc:1`,
/// `cc14:1`, `nrpn:300`, `relative:16:twosComplement`, `none`.
public enum SliderControl: Hashable, Sendable {
  /// How an endless encoder says how far it was turned.
  public enum Coding: String, CaseIterable, Hashable, Sendable {
    /// 1 is a step up, 127 one down.
    case twosComplement
    /// 65 is a step up, 63 one down.
    case binaryOffset
    /// 1 is a step up, 65 one down.
    case signedBit
  }

  case none

  /// A controller with a position, 0…127.
  case controller(Int)

  /// A controller 0…31 for the coarse half of a position, with its fine half 32 above.
  case pair(Int)

  /// A non-registered parameter, 0…16 383.
  case parameter(Int)

  /// An endless encoder: its controller, 0…127, and its coding.
  case relative(Int, Coding)

  /// Reads a spelling; `nil` where it is none.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    func number(upTo limit: Int) -> Int? {
      parts.count > 1 ? MIDIButton.number(parts[1], upTo: limit) : nil
    }
    let control: SliderControl?
    switch (parts[0], parts.count) {
    case ("none", 1): control = SliderControl.none
    case ("cc", 2): control = number(upTo: 127).map(Self.controller)
    case ("cc14", 2): control = number(upTo: 31).map(Self.pair)
    case ("nrpn", 2): control = number(upTo: 16_383).map(Self.parameter)
    case ("relative", 3):
      guard let coding = Coding(rawValue: parts[2]) else { return nil }
      control = number(upTo: 127).map { .relative($0, coding) }
    default: control = nil
    }
    guard let control else { return nil }
    self = control
  }
}

extension SliderControl: CustomStringConvertible {
  /// The spelling in the settings.
  public var description: String {
    switch self {
    case .none: "none"
    case .controller(let number): "cc:\(number)"
    case .pair(let number): "cc14:\(number)"
    case .parameter(let number): "nrpn:\(number)"
    case .relative(let number, let coding): "relative:\(number):\(coding.rawValue)"
    }
  }
}
