import Console
import Intonation
import Language
import Music
import Sound
import SoundFonts
import Training

/// The screen on which the user chooses a sound: typed text searches, and the arrows move.
///
///     / cel_                                           4 of 312
///       all       › Cello           FluidR3_GM   ±4, corrected
///       Strings     Cello           TimGM6mb     not measured
///     /usr/share/sounds/sf2/FluidR3_GM.sf2 · 0:42 · 141 MiB
///
/// Its driver plays ``selected`` when it has not changed for a moment, and supplies the verdicts on the
/// ``visible(in:)`` sounds.
struct SoundBrowser: @MainActor StageScreen {
  enum Action: Hashable {
    case choose(SoundSourceID)
  }

  /// The column in which the arrows move.
  private enum Column: Hashable { case sounds, sections }

  private let glyphs: Glyphs

  /// True if the list is read out, so that numbers choose and do not search.
  private let isPlain: Bool

  /// The sound of the settings, which is selected at first.
  private let chosen: SoundSourceID
  private var index = SoundIndex()

  /// True while Peach looks for fonts.
  private(set) var isLoading = true
  private(set) var query = ""

  /// The chosen section; `nil` for all.
  private var section: SoundSection?
  private var column = Column.sounds

  /// The indices of the sounds that match the query, and of those also in the section.
  private var fitting: [Int] = []
  private var listed: [Int] = []
  private var selection = 0
  private var verdicts: [SoundSourceID: SoundVerdict] = [:]

  /// - Parameters:
  ///   - chosen: the sound of the settings.
  ///   - isPlain: true if the list is read out as a numbered menu.
  init(chosen: SoundSourceID, glyphs: Glyphs, isPlain: Bool = false) {
    self.chosen = chosen
    self.glyphs = glyphs
    self.isPlain = isPlain
  }

  /// Shows the sounds that were found.
  mutating func show(_ index: SoundIndex) {
    self.index = index
    isLoading = false
    search()
  }

  /// Shows the verdicts on some sounds.
  mutating func show(_ verdicts: [SoundSourceID: SoundVerdict]) {
    self.verdicts.merge(verdicts) { $1 }
  }

  /// The sound that Enter chooses; `nil` if none matches.
  var selected: BrowsedSound? {
    listed.indices.contains(selection) ? index.sounds[listed[selection]] : nil
  }

  // MARK: Keys

  mutating func handle(_ key: Key) -> ScreenReply<Action> {
    switch key {
    case .character(let character):
      if isPlain, let choice = menu.choice(key) {
        select(choice.place)
      } else {
        type(query + String(character))
      }
    case .backspace: type(String(query.dropLast()))
    case .up: move(-1)
    case .down: move(1)
    case .left, .pageUp: page(-1)
    case .right, .pageDown: page(1)
    case .home: select(0)
    case .end: select(listed.count - 1)
    case .tab: column = column == .sounds && !sections.isEmpty ? .sections : .sounds
    case .enter:
      guard column == .sounds else {
        column = .sounds
        break
      }
      return selected.map { .perform(.choose($0.source)) } ?? .stay
    case .escape: return .back
    case .control, .other: break
    }
    return .stay
  }

  /// Searches for a text; `/` begins a new search.
  private mutating func type(_ text: String) {
    query = text.hasSuffix("/") ? "" : text
    column = .sounds
    search()
  }

  private mutating func move(_ step: Int) {
    switch column {
    case .sounds: select(selection + step)
    case .sections:
      let places: [SoundSection?] = [nil] + sections
      let place = (places.firstIndex(of: section) ?? 0) + step
      guard places.indices.contains(place) else { return }
      section = places[place]
      list()
    }
  }

  /// Moves by ten rows, about a page.
  private mutating func page(_ step: Int) { select(selection + step * 10) }

  private mutating func select(_ place: Int) {
    selection = max(min(place, listed.count - 1), 0)
  }

  private mutating func search() {
    fitting = index.matches(query)
    if let section, !sections.contains(section) { self.section = nil }
    list()
  }

  private mutating func list() {
    listed =
      section.map { section in fitting.filter { index.sounds[$0].section == section } }
      ?? fitting
    // A search begins with the best match, the whole list with the sound of the settings.
    selection =
      query.isEmpty ? listed.firstIndex { index.sounds[$0].source == chosen } ?? 0 : 0
  }

  /// The sections with a sound that matches the query.
  private var sections: [SoundSection] {
    let present = Set(fitting.map { index.sounds[$0].section })
    return SoundSection.allCases.filter(present.contains)
  }

  // MARK: Drawing

  /// The sounds that a terminal of that size shows.
  func visible(in size: TerminalSize) -> [BrowsedSound] {
    rows(in: size).map { index.sounds[listed[$0]] }
  }

  func spoken(in size: TerminalSize) -> [String] {
    guard let selected else {
      return [
        isLoading
          ? localized("Looking for SoundFonts%@", glyphs.ellipsis)
          : localized("/ %@: no such sound", query)
      ]
    }
    // Only the selected sound has its verdict, as verdicts come later than the list.
    let items = menu.lines { place in
      let sound = index.sounds[listed[place]]
      return "\(sound.name), \(sound.font)"
    }
    return [localized("Sound")] + items + [
      localized(
        """
        A number selects a sound and plays it, letters search, Enter takes the sound, Esc goes back.
        """), "\(selected.name), \(selected.font), \(verdict(selected).text)",
    ]
  }

  private var menu: NumberedMenu { NumberedMenu(count: listed.count, selection: selection) }

  func stage(in size: TerminalSize) -> StageFrame {
    let isWide = size.columns >= StageFrame.stageColumns
    let width = min(size.columns, StageFrame.stageColumns)
    var frame = StageFrame(
      title: StyledText(localized("Sound")), bodyRows: StageFrame.room(in: size).rows,
      keys: [
        .init("Enter", localized(context: "key", "take it")),
        .init("\(glyphs.up) \(glyphs.down)", localized(context: "key", "listen")),
        .init("Tab", localized(context: "key", "families")),
        .init("Esc", localized(context: "key", "back")),
      ])
    let count = localized("%d of %d", listed.count, index.sounds.count)
    let field = StyledText("/ ") + StyledText("\(query)_", .strong)
    frame.body = [
      field.shortened(to: width - count.columns - 1, mark: glyphs.ellipsis)
        .padded(to: width - count.columns) + StyledText(count, .quiet), "",
    ]
    frame.body += isWide ? wideRows(in: size) : narrowRows(in: size, width: width)
    frame.body += ["", StyledText(detail(width: width), .quiet)]
    if let place = rows(in: size).firstIndex(of: selection) { frame.focus = place + 2 }
    frame.verdict = selected.map { StyledText($0.name) } ?? StyledText(detail(width: width))
    return frame
  }

  /// The visible places in the list, which include the selected one.
  private func rows(in size: TerminalSize) -> Range<Int> {
    if isPlain { return menu.shown }
    // The field, the line below, and the blanks around the list.
    let others = StageFrame.isSpacious(size) ? 4 : 2
    let room = max(StageFrame.room(in: size).rows - others, 1)
    let first = max(min(selection - room / 2, listed.count - room), 0)
    return first..<min(first + room, listed.count)
  }

  private func wideRows(in size: TerminalSize) -> [StyledText] {
    let (sections, rows) = (sectionRows, Array(rows(in: size)))
    return (0..<max(sections.count, rows.count)).map { row in
      let section = row < sections.count ? sections[row] : StyledText()
      guard row < rows.count else { return section }
      let sound = index.sounds[listed[rows[row]]]
      let name = cell(sound.name, 15) + cell(sound.font, 12)
      let line = name + StyledText(verdict(sound).text)
      return section.padded(to: 12) + marked(line, isSelected: rows[row] == selection)
    }
  }

  private func narrowRows(in size: TerminalSize, width: Int) -> [StyledText] {
    rows(in: size).map { place in
      let sound = index.sounds[listed[place]]
      let line = cell(sound.name, max(width - 21, 8)) + StyledText(verdict(sound).text)
      return marked(line, isSelected: place == selection).shortened(
        to: width, mark: glyphs.ellipsis)
    }
  }

  /// The groups beside the list; a pointer shows that the arrows move there.
  private var sectionRows: [StyledText] {
    let places: [SoundSection?] = [nil] + sections
    guard !fitting.isEmpty else { return [] }
    return places.map { place in
      let word = place?.word ?? localized(context: "group of sounds", "all")
      let isChosen = place == section
      let pointer = isChosen && column == .sections ? glyphs.pointer : " "
      return StyledText("\(pointer) ")
        + StyledText(word, isChosen ? .strong : .plain).shortened(to: 9, mark: glyphs.ellipsis)
    }
  }

  /// A text in a column of that width, and a blank.
  private func cell(_ text: String, _ width: Int) -> StyledText {
    StyledText(text).shortened(to: width, mark: glyphs.ellipsis).padded(to: width + 1)
  }

  private func marked(_ line: StyledText, isSelected: Bool) -> StyledText {
    let pointer = isSelected && column == .sounds ? glyphs.pointer : " "
    return StyledText("\(pointer) ") + (isSelected ? line.bold : line)
  }

  private func verdict(_ sound: BrowsedSound) -> SoundVerdict {
    sound.isExact ? .exact : verdicts[sound.source] ?? .notMeasured
  }

  /// The origin of the selected sound: the file, bank and program, and the file's size.
  private func detail(width: Int) -> String {
    guard let selected else {
      return isLoading
        ? localized("Looking for SoundFonts%@", glyphs.ellipsis) : localized("No such sound.")
    }
    let source = selected.source
    let size = localized(
      "%@ MiB",
      NumberText.fixed(
        Double(selected.size) / 1_048_576, places: selected.size < 10_485_760 ? 1 : 0))
    let rest = " \(glyphs.faint) \(source.bank):\(source.program) \(glyphs.faint) \(size)"
    return Self.end(of: selected.path, columns: width - rest.columns, glyphs.ellipsis) + rest
  }

  /// A path, or as much of its end as fits.
  private static func end(of path: String, columns: Int, _ ellipsis: String) -> String {
    guard path.columns > columns else { return path }
    var text = Substring(path)
    while !text.isEmpty, text.columns + ellipsis.columns > columns { text = text.dropFirst() }
    return ellipsis + text
  }
}

/// The verdict on a sound's intonation in the sound browser.
nonisolated enum SoundVerdict: Hashable, Sendable {
  /// A built-in sound, which is exactly in tune.
  case exact
  case notMeasured

  /// The largest deviation in cents; training corrects it.
  case corrected(Double)

  /// The largest deviation in cents, which the settings leave uncorrected.
  case uncorrected(Double)

  /// Too few notes are usable; the reason is the most frequent one.
  case unfit(Reason)

  enum Reason: Hashable, Sendable, CaseIterable {
    case vibrato, unsteady, unpitched, silent

    init(_ tone: ToneMeasurement) {
      switch tone.verdict {
      case .silent: self = .silent
      case .octaveError, .unpitched, .tooShort: self = .unpitched
      case .steady, .vibrato, .wavering:
        self = tone.vibratoExtent > ToneMeasurement.widestVibrato ? .vibrato : .unsteady
      }
    }
  }

  /// - Parameters:
  ///   - table: the measurement, if there is one.
  ///   - noteRange: the notes that count.
  ///   - isCorrected: true if the settings demand a correction.
  init(_ table: IntonationTable?, noteRange: NoteRange, isCorrected: Bool) {
    guard let table else {
      self = .notMeasured
      return
    }
    let range = noteRange.lowest.rawValue...noteRange.highest.rawValue
    let usable = UsableKeys(sampled: nil, table: table, isCorrected: true)
    let keys = table.keys.filter { range.contains($0.key) }
    guard keys.count(where: { usable.contains($0.key) }) >= UsableNotes.fewest else {
      let reasons = keys.filter { !usable.contains($0.key) }.map { Reason($0.tone) }
      let most = Reason.allCases.max { one, other in
        reasons.count { $0 == one } < reasons.count { $0 == other }
      }
      self = .unfit(most ?? .silent)
      return
    }
    let cents =
      keys.filter { usable.contains($0.key) }
      .compactMap(\.tone.largestDeviation).max() ?? 0
    self = isCorrected ? .corrected(cents) : .uncorrected(cents)
  }

  /// The verdict in at most 17 columns.
  var text: String {
    switch self {
    case .exact: localized(context: "intonation of a sound", "exact")
    case .notMeasured: localized("not measured")
    case .corrected(let cents): localized("±%@, corrected", Self.size(cents))
    case .uncorrected(let cents): localized("±%@, as it is", Self.size(cents))
    case .unfit(.vibrato): localized("vibrato: unfit")
    case .unfit(.unsteady): localized("unsteady: unfit")
    case .unfit(.unpitched): localized("no pitch: unfit")
    case .unfit(.silent): localized("silent: unfit")
    }
  }

  /// The whole cents, at least one.
  private static func size(_ cents: Double) -> String {
    NumberText.fixed(max(cents.rounded(.up), 1), places: 0)
  }
}
