import Console
import Language
import Music

/// The state of the audio input at one moment.
public struct InputMeter: Hashable {
  /// The level in dB of full scale; `nil` if it is not known yet.
  public var level: Double?

  /// The nearest note that is played; `nil` for none.
  public var note: MIDINote?

  public var isSilent: Bool

  /// True if the input is too loud to be measured.
  public var isClipping: Bool

  /// The reason why no sound arrives, such as that nothing is connected; `nil` for none.
  public var fault: String?

  /// True while Peach finds out what the input hears of it, when the player should not play.
  public var isLearning = false

  /// The pitch of the expected note.
  public enum Pitch: Hashable {
    case unheard

    /// The error of the played note; positive is sharp.
    case cents(Int)
  }

  /// `nil` if the pitch is not shown.
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

  /// A bar such as `input ████████············ -23 dB, peak -12 dB`.
  ///
  /// - Parameter peak: the highest level so far; `nil` to leave it out.
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

  /// A row such as `-50 ···········|···●······· +50`, in which a pitch beyond an end stands at it;
  /// `nil` if the pitch is not shown.
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

  /// The ends of the row of the pitch, in cents.
  private static let reach = 50

  /// The fault of the input, or the heard note.
  public var words: String {
    if let fault { return fault }
    if isClipping { return localized("too loud: turn the input down") }
    if isSilent { return localized("no sound arrives") }
    return note.map { localized("heard: %@", NoteName.text($0)) } ?? ""
  }
}
