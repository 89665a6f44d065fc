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

  /// `input ████████············ -23 dB`
  func bar(_ glyphs: Glyphs, columns: Int) -> StyledText {
    let level = min(max(level ?? Self.floor, Self.floor), 0)
    let filled = Int(((level - Self.floor) / -Self.floor * Double(columns)).rounded())
    let full = glyphs.bars.last.map { String($0) } ?? glyphs.sounded
    let bar =
      String(repeating: full, count: filled)
      + String(repeating: glyphs.faint, count: columns - filled)
    return StyledText(localized("input") + " ") + StyledText(bar) + StyledText(decibels)
  }

  private var decibels: String {
    level.flatMap { $0 > Self.floor ? localized(" %@ dB", NumberText.fixed($0, places: 0)) : nil }
      ?? ""
  }

  /// What is wrong with the input, or what is heard.
  var words: String {
    if let fault { return fault }
    if isClipping { return localized("too loud: turn the input down") }
    if isSilent { return localized("no signal at the input") }
    return note.map { localized("heard: %@", NoteName.text($0)) } ?? ""
  }
}
