import Console
import Foundation
import Training

/// The profile as pictures, one training at a time: thresholds over the keyboard, where intervals lie, or
/// the errors of tuning, and each from day to day.
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
    case .right, .character("l"): shown = (shown + 1) % ProfileSections.all.count
    case .left, .character("h"):
      shown = (shown + ProfileSections.all.count - 1) % ProfileSections.all.count
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

  private var section: any ProfileSection { ProfileSections.all[shown] }

  private mutating func zoom(in isIn: Bool) {
    if isByDay {
      isIn ? timeline.enlarge() : timeline.reduce()
    } else if section.keyboard(profile) != nil {
      isIn ? keyboard.enlarge() : keyboard.reduce()
    }
  }

  private mutating func move(up: Bool) {
    if isByDay {
      guard let span = section.span(days) else { return }
      if up {
        timeline.goBack(in: span, days.calendar)
      } else {
        timeline.goForth(in: span, days.calendar)
      }
    } else if let notes = section.keyboard(profile) {
      if up { keyboard.goUp(in: notes) } else { keyboard.goDown() }
    }
  }

  private func page(width: Int) -> ProfilePage {
    guard isByDay else {
      return section.page(profile, keyboard: keyboard, glyphs: glyphs, width: width)
    }
    return TimelinePage(days: days, profile: profile, window: timeline, glyphs: glyphs)
      .page(of: section)
  }
}
