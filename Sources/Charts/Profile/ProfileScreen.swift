import Console
import Foundation
import Training

/// The profile as pictures, one training at a time: thresholds over the notes, shifts of intervals
/// or errors of tuning, and each of them week by week.
public struct ProfileScreen<Action>: Screen {
  /// A training with its profile.
  private struct Entry {
    let section: any ProfileSection
    let profile: ProfileSnapshot
    let days: ProfileDays
  }

  /// The trainings in their order; not empty.
  private let entries: [Entry]
  private let glyphs: Glyphs
  private let others: (Key) -> Action?

  /// The index of the training shown.
  private var shown = 0
  private var isByWeek = false
  private var view = ProfileView()
  private var timeline = TimelineWindow()

  /// - Parameters:
  ///   - other: the profile of the other presentation, whose trainings follow those of the first.
  ///   - others: the action for a key that is not one of the page.
  public init(
    profile: ProfileSnapshot, days: ProfileDays,
    other: (profile: ProfileSnapshot, days: ProfileDays)? = nil, glyphs: Glyphs,
    others: @escaping (Key) -> Action? = { _ in nil }
  ) {
    var entries = ProfileSections.all.map { Entry(section: $0, profile: profile, days: days) }
    if let other {
      // A training with a presentation of its own is already there.
      for section in ProfileSections.all where section.training.ownPresentation == nil {
        entries.append(Entry(section: section, profile: other.profile, days: other.days))
      }
    }
    self.entries = entries
    self.glyphs = glyphs
    self.others = others
  }

  public func frame(in size: TerminalSize) -> StageFrame? {
    page(in: size).frame(in: size)
  }

  public func spoken(in size: TerminalSize) -> [String] {
    page(in: size).spoken(width: max(size.columns - 1, 1))
  }

  public mutating func handle(_ key: Key) -> ScreenReply<Action> {
    switch key.command {
    case .right, .character("l"): shown = (shown + 1) % entries.count
    case .left, .character("h"): shown = (shown + entries.count - 1) % entries.count
    case .character("t"): isByWeek.toggle()
    case .character("z"): zoom()
    case .tab: pickNext()
    case .up, .character("k"): move(up: true)
    case .down, .character("j"): move(up: false)
    case .character("?"): return .help
    case .character("q"), .escape, .enter: return .back
    default: if let action = others(key) { return .perform(action) }
    }
    return .stay
  }

  private var section: any ProfileSection { entries[shown].section }
  private var profile: ProfileSnapshot { entries[shown].profile }
  private var days: ProfileDays { entries[shown].days }

  private mutating func zoom() {
    if isByWeek {
      timeline.enlarge()
    } else if section.notes(profile) != nil {
      view.keyboard.enlarge()
    }
  }

  /// Picks the next interval, after the last one all.
  private mutating func pickNext() {
    guard let count = section.intervals(profile) else { return }
    let next = view.picked.map { $0 + 1 } ?? 0
    view.picked = next < count ? next : nil
  }

  private mutating func move(up: Bool) {
    if isByWeek {
      guard let span = section.picking(view.picked).span(days) else { return }
      if up {
        timeline.goBack(in: span, days.calendar)
      } else {
        timeline.goForth(in: span, days.calendar)
      }
    } else if let notes = section.notes(profile) {
      if up { view.keyboard.goUp(in: notes) } else { view.keyboard.goDown() }
    } else if let count = section.intervals(profile) {
      view.firstInterval = min(max(view.firstInterval + (up ? -1 : 1), 0), max(count - 1, 0))
    }
  }

  private func page(in size: TerminalSize) -> ProfilePage {
    var page = plainPage(in: size)
    if profile.presentation == .harmonic, section.training.ownPresentation == nil {
      page.title = TrainingChoice.together(page.title)
    }
    return page
  }

  private func plainPage(in size: TerminalSize) -> ProfilePage {
    guard isByWeek else {
      var page = section.page(profile, view, glyphs: glyphs, in: size)
      page.sentences += section.nearest(profile).map { [ConditionWords.sentence($0)] } ?? []
      return page
    }
    let picked = section.picking(view.picked)
    return WeeksPage(
      days: days, window: timeline, section: picked,
      picks: (section.intervals(profile) ?? 0) > 1, glyphs: glyphs
    ).page(ProfileScreenText.title(picked.choice), sentences: picked.sentencesOfWeeks(profile))
  }
}

/// A page of the profile: a picture and its meaning, for a terminal of any size.
struct ProfilePage {
  /// A picture that is drawn as large as the room allows.
  struct Picture {
    /// The fewest rows, without which the picture is left out, and the most that it uses.
    let fewestRows: Int
    let mostRows: Int
    let lines: (TerminalSize) -> [StyledText]
  }

  var title: String

  /// The part in view; may be empty.
  let view: String
  let picture: Picture?

  /// The meaning of the picture, the most important sentence first.
  var sentences: [String]

  /// The picture's figures, for readers who cannot see it.
  let figures: () -> [String]

  let keys: [StageFrame.KeyHint]

  /// The keys if not all of the picture fits; `nil` if they are the same.
  var keysOfCutPicture: [StageFrame.KeyHint]?

  /// The rows that a picture has before sentences after the first one get any.
  private static let goodRows = 10

  func frame(in size: TerminalSize) -> StageFrame {
    let room = StageFrame.room(in: size)
    let wrapped = sentences.map { sentence in
      StyledText(sentence).wrapped(to: min(room.columns, StageFrame.stageColumns))
    }
    // The title matters more.
    let isWide = title.columns + view.columns < size.columns
    var frame = StageFrame(
      title: StyledText(title), corner: StyledText(isWide ? view : ""),
      body: Array(wrapped.joined()), keys: keys, verdict: StyledText(sentences.first ?? ""))
    let separating = StageFrame.isSpacious(size) ? 1 : 0
    let free = room.rows - separating
    guard let picture, let first = wrapped.first, first.count + picture.fewestRows <= free else {
      return frame
    }
    var told = first
    let good = max(picture.fewestRows, min(Self.goodRows, picture.mostRows))
    for sentence in wrapped.dropFirst() {
      guard told.count + sentence.count + good <= free else { break }
      told += sentence
    }
    let rows = min(free - told.count, picture.mostRows)
    if rows < picture.mostRows, let keysOfCutPicture { frame.keys = keysOfCutPicture }
    frame.bodyColumns = room.columns
    frame.body = picture.lines(TerminalSize(columns: room.columns, rows: rows)) + [""] + told
    return frame
  }

  /// The page in words only, however long.
  func spoken(width: Int) -> [String] {
    var lines = view.isEmpty ? [title] : [title, view]
    lines += sentences
    lines += figures()
    lines.append(StageFrame.spokenKeys(keys))
    return lines.flatMap { WrappedText.lines($0, width: width) }
  }
}
