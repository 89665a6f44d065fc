import Console
import Foundation
import Training

/// The profile as pictures, one training at a time: thresholds over the keyboard or the errors of
/// tuning, and both from day to day.
public struct ProfileScreen<Action>: Screen {
  private let profile: ProfileSnapshot
  private let days: ProfileDays
  private let glyphs: Glyphs
  private let isPlain: Bool

  /// The index of the training shown.
  private var shown = 0
  private var isByDay = false
  private var keyboard = KeyboardWindow()
  private var timeline = TimelineWindow()

  /// - Parameter isPlain: whether figures are given in words instead of pictures, however long.
  public init(
    profile: ProfileSnapshot, days: ProfileDays, glyphs: Glyphs, isPlain: Bool = false
  ) {
    self.profile = profile
    self.days = days
    self.glyphs = glyphs
    self.isPlain = isPlain
  }

  public var help: [String] { ProfileScreenText.help(glyphs) }

  public func lines(in size: TerminalSize) -> [String] {
    isPlain
      ? page(width: size.columns - 1).plainLines(width: max(size.columns - 1, 1))
      : page(width: size.columns - 1).lines(in: size)
  }

  public mutating func handle(_ key: Key) -> ScreenReply<Action> {
    switch key {
    case .right, .character("l"): shown = (shown + 1) % TrainingChoice.all.count
    case .left, .character("h"):
      shown = (shown + TrainingChoice.all.count - 1) % TrainingChoice.all.count
    case .character("t"), .character("T"): isByDay.toggle()
    case .character("+"), .character("="): zoom(in: true)
    case .character("-"): zoom(in: false)
    case .up, .character("k"): move(up: true)
    case .down, .character("j"): move(up: false)
    case .character("q"), .character("Q"), .escape, .enter: return .back
    default: break
    }
    return .stay
  }

  private var choice: TrainingChoice { TrainingChoice.all[shown] }

  private mutating func zoom(in isIn: Bool) {
    switch (isByDay, choice.training) {
    case (true, _): isIn ? timeline.enlarge() : timeline.reduce()
    case (false, .comparison): isIn ? keyboard.enlarge() : keyboard.reduce()
    case (false, .matching): break
    }
  }

  private mutating func move(up: Bool) {
    switch (isByDay, choice.training) {
    case (true, let training):
      guard let span = days.span(of: training, choice.kind) else { return }
      if up {
        timeline.goBack(in: span, days.calendar)
      } else {
        timeline.goForth(in: span, days.calendar)
      }
    case (false, .comparison):
      guard let notes = profile.comparison[choice.kind].range else { return }
      if up { keyboard.goUp(in: notes) } else { keyboard.goDown() }
    case (false, .matching): break
    }
  }

  private func page(width: Int) -> ProfilePage {
    let (training, kind) = (choice.training, choice.kind)
    let heading = choice.name
    if isByDay {
      let page = TimelinePage(
        days: days, profile: profile, window: timeline, kind: kind, glyphs: glyphs)
      return page.page(of: training, heading: heading)
    }
    return switch training {
    case .comparison:
      KeyboardPage(part: profile.comparison[kind], window: keyboard, glyphs: glyphs)
        .page(heading: heading, width: width)
    case .matching:
      TuningPage(part: profile.matching[kind], glyphs: glyphs).page(heading: heading)
    }
  }
}
