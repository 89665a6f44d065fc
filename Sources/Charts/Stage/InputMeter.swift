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

  /// What is played of the note that is listened for.
  public enum Pitch: Hashable {
    case unheard

    /// How far from it; positive is sharp.
    case cents(Int)
  }

  /// `nil` if the player does not see it.
  public var pitch: Pitch?

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

  /// `-50 ···········|···●······· +50`; what is further away stands at the end. `nil` if it is not shown.
  func pitchRow(_ glyphs: Glyphs, columns: Int) -> StyledText? {
    guard let pitch else { return nil }
    let half = max((columns - 9) / 2, 1)
    var row = [StyledText](repeating: StyledText(glyphs.faint).dim, count: 2 * half + 1)
    row[half] = StyledText(glyphs.axis)
    if case .cents(let cents) = pitch {
      let place = Double(min(max(cents, -Self.reach), Self.reach)) / Double(Self.reach)
      let column = half + Int((place * Double(half)).rounded())
      row[column] = StyledText(glyphs.sounded, column == half ? .right : .wrong)
    }
    return row.reduce(StyledText("-\(Self.reach) "), +) + StyledText(" +\(Self.reach)")
  }

  /// Where the row of the pitch ends, in cents.
  private static let reach = 50

  /// What is wrong with the input, or what is heard.
  public var words: String {
    if let fault { return fault }
    if isClipping { return localized("too loud: turn the input down") }
    if isSilent { return localized("no sound arrives") }
    return note.map { localized("heard: %@", NoteName.text($0)) } ?? ""
  }
}
