import Console
import Language
import Music

/// What arrives at the input at one moment.
public struct InputMeter: Hashable {
  /// In dB of full scale; `nil` if it is not known yet.
  public var level: Double?

  /// What is being played, roughly; `nil` for nothing.
  public var note: MIDINote?

  /// Whether nothing at all has arrived for a while.
  public var isSilent: Bool

  /// Whether it is too loud to be measured.
  public var isClipping: Bool

  /// That nothing is connected to the input, or what else keeps it from arriving; `nil` for nothing.
  public var fault: String?

  /// Whether it is being found out what the input hears of Peach: the player should not play yet.
  public var isLearning = false

  public init(
    level: Double? = nil, note: MIDINote? = nil, isSilent: Bool = false, isClipping: Bool = false,
    fault: String? = nil
  ) {
    (self.level, self.note, self.fault) = (level, note, fault)
    (self.isSilent, self.isClipping) = (isSilent, isClipping)
  }

  /// The lowest level that the bar shows.
  private static let floor = -60.0

  /// `input ████████············ -23 dB, peak -12 dB`
  ///
  /// - Parameter peak: the highest level so far; `nil` to say nothing of it.
  public func bar(_ glyphs: Glyphs, columns: Int, peak: Double? = nil) -> StyledText {
    let level = min(max(level ?? Self.floor, Self.floor), 0)
    let filled = Int(((level - Self.floor) / -Self.floor * Double(columns)).rounded())
    let full = glyphs.bars.last.map { String($0) } ?? glyphs.sounded
    let bar =
      String(repeating: full, count: filled)
      + String(repeating: glyphs.faint, count: columns - filled)
    return StyledText(localized("input") + " ") + StyledText(bar) + StyledText(decibels(peak))
  }

  private func decibels(_ peak: Double?) -> String {
    guard let level, level > Self.floor else { return "" }
    let number = NumberText.fixed(level, places: 0)
    guard let peak, peak > Self.floor else { return localized(" %@ dB", number) }
    return localized(" %@ dB, peak %@ dB", number, NumberText.fixed(peak, places: 0))
  }

  /// What is wrong with the input, or what is heard.
  public var words: String {
    if let fault { return fault }
    if isClipping { return localized("too loud: turn the input down") }
    if isSilent { return localized("no sound arrives") }
    return note.map { localized("heard: %@", NoteName.text($0)) } ?? ""
  }
}
