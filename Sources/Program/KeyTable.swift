import Charts
import Console
import Language

/// The meaning of each key on each page.
package enum KeyTable {
  /// A page whose keys are explained.
  package enum Page: Hashable {
    /// The keys that are the training's own, before those of all trainings.
    case training([Row])
    case closing
    /// The closing page of a run that is only a training.
    case closingAlone
    /// Before a block of a plan.
    case plan
    /// A check of headphones before a block.
    case headphones
    /// The first run while the user finds a level, and while it explains the task.
    case firstRun(hasStart: Bool)
    case firstTask(hasStart: Bool)
    case start, listener, profile, settings, player
    /// The members of a setting that is a list.
    case members
    case sounds, output, tuner, map
    /// The answers while Peach learns a controller.
    case learn([Row])
    /// A text to read.
    case text

    /// True if the page has figures whose names need an explanation.
    var showsFigures: Bool {
      switch self {
      case .training, .closing, .closingAlone, .profile: true
      default: false
      }
    }
  }

  /// A key, or keys that belong together, and what they do.
  package struct Row: Hashable {
    package let key: String
    package let meaning: String

    /// The sentence about it that is read out before the first trial.
    package let opening: String?

    package init(_ key: String, _ meaning: String, opening: String? = nil) {
      self.key = key
      self.meaning = meaning
      self.opening = opening
    }

    /// A key that answers, and letters that do the same, which the opening leaves out.
    package init(answering key: String, or letters: String, _ meaning: String) {
      let spoken = key.split(separator: " ").joined(separator: ", ")
      self.init("\(key) \(letters)", meaning, opening: "\(spoken): \(meaning)")
    }
  }

  package static func rows(of page: Page, _ glyphs: Glyphs) -> [Row] {
    switch page {
    case .training(let own): own + training(glyphs)
    case .closing:
      [
        Row("Enter", localized("the same training again")),
        Row(StartKeys.trainings, localized("start a training")), profileAndSettings,
      ] + level + everywhere(glyphs) + back
    case .closingAlone:
      [Row("Enter", localized("the same training again"))] + level + everywhere(glyphs) + [
        Row("Esc q", localized("end Peach"))
      ]
    case .plan:
      [
        Row("Enter", localized("begin the block")),
        Row("n", localized("where it is offered: begin the plan anew")),
      ] + level + leavingPlan
    case .headphones:
      [
        Row("1 2 3", localized("which noise has the tone")),
        Row(SpaceKey.name, localized("hear the noises again")),
        Row("Enter", localized("after a check that was not passed: try again")),
      ] + level + leavingPlan
    case .firstRun(let hasStart):
      [
        Row("+ -", localized("louder, softer")),
        Row(SpaceKey.name, localized("hear the note again")),
        Row("o", localized("choose an output")), silence, Row("Enter", localized("continue")),
        leaveFirstRun(hasStart),
      ]
    case .firstTask(let hasStart):
      [Row("Enter", localized("start the training"))] + level + everywhere(glyphs) + [
        leaveFirstRun(hasStart)
      ]
    case .start:
      move(glyphs) + [
        Row("\(StartKeys.today)", localized("today's plan")),
        Row(StartKeys.trainings, localized("start a training")), profileAndSettings,
        Row("\(StartKeys.map)", localized("your instrument: play, and see how its notes stand")),
        Row("\(StartKeys.listener)", localized("the listeners: choose, make, name, remove")),
        Row("Enter", localized("start the selected training")),
        Row(SpaceKey.name, localized("hear what is selected")),
      ] + level + everywhere(glyphs) + [
        Row("i", localized("about Peach: versions, files, the server")),
        Row("q", localized("end Peach")),
      ]
    case .listener:
      moveInMenu(glyphs) + [
        Row("Enter", localized("show this history, and train with it")),
        Row("n", localized("rename or remove this listener")),
      ] + level
        + everywhere(glyphs) + [Row("Esc q", localized("cancel"))]
    case .profile:
      [
        Row("\(glyphs.left) \(glyphs.right)  h l", localized("the next training")),
        Row("t", localized("over notes or over weeks")), Row("z", localized("zoom")),
        Row(
          "\(glyphs.up) \(glyphs.down)  k j",
          localized("other notes or intervals; by week: earlier or later")),
        Row("Tab", localized("one interval, or all")),
      ] + level + everywhere(glyphs) + back
    case .settings:
      moveInMenu(glyphs) + [
        Row("\(glyphs.left) \(glyphs.right)  h l", localized("change the value")),
        Row("Enter", localized("type a value, or open a list or a page")),
        Row(SpaceKey.name, localized("hear what the setting does")),
        Row("Tab", localized("the groups, and back to the settings")),
        Row("d", localized("the default")), Row("u", localized("take the last change back")),
      ] + level + everywhere(glyphs) + back
    case .player:
      moveInMenu(glyphs) + [
        Row("Enter", localized("set the range, the intervals, the tuning and the sound")),
        Row("u", localized("take the last change back")), silence, Row("Esc q", localized("back")),
      ]
    case .members:
      moveInMenu(glyphs) + [
        Row(SpaceKey.name, localized("choose it, or leave it out")),
        Row("u", localized("take the last change back")),
        Row("Enter", localized("back to the settings")),
      ] + level + everywhere(glyphs) + back
    case .sounds:
      numbers(glyphs) + [
        Row(
          localized(context: "key on the keyboard", "letters"), localized("search, also with gaps")),
        Row("/", localized("a new search")),
        Row("\(glyphs.up) \(glyphs.down)", localized("move; a sound rested on plays")),
        Row("\(glyphs.left) \(glyphs.right)", localized("ten sounds on or back")),
        Row("Tab", localized("the families, and back to the sounds")),
        silence, Row("Enter", localized("take the sound")),
        Row("Esc", localized("back, without a change")),
      ]
    case .output:
      moveInMenu(glyphs) + [
        Row(SpaceKey.name, localized("a quiet note there; of an input, its level")), silence,
        Row("Enter", localized("connect and remember")), Row("Esc q", localized("cancel")),
      ]
    case .learn(let answers): answers
    case .map:
      [
        Row("Backspace u", localized("take the last note back; after the end: all of the run")),
        Row("Esc q", localized("end, and show the map")),
      ] + rows(of: .tuner, glyphs).dropLast()
    case .tuner:
      [
        Row("d", localized("drone on or off")),
        Row(
          "\(glyphs.left) \(glyphs.right)  h l", localized("the drone a semitone lower or higher")),
        Row("\(glyphs.down) \(glyphs.up)  j k", localized("the drone an octave lower or higher")),
      ] + level + [
        silence, Row("o", localized("choose outputs and input")),
        Row("?", localized("this help")), Row("Ctrl-L", localized("redraw the screen")),
        Row("Ctrl-Z", localized("suspend Peach")), Row("Esc q", localized("end Peach")),
      ]
    case .text: [Row("\(glyphs.up) \(glyphs.down)  k j", localized("scroll"))] + back
    }
  }

  /// The rows as lines, for a page that is read out.
  package static func lines(of page: Page, _ glyphs: Glyphs) -> [String] {
    rows(of: page, glyphs).map { row in
      // A range of keys stays together.
      let keys = row.key == digits ? [row.key] : row.key.split(separator: " ").map(String.init)
      return "\(keys.joined(separator: ", ")): \(row.meaning)"
    }
  }

  /// The keys that answer on the page of a training, each in a sentence, for those who begin.
  package static func opening(of page: Page, _ glyphs: Glyphs) -> String {
    rows(of: page, glyphs).compactMap(\.opening).map { "\($0)." }.joined(separator: " ")
  }

  private static var profileAndSettings: Row {
    Row(StartKeys.others, localized("profile, settings"))
  }

  /// The keys of all trainings.
  private static func training(_ glyphs: Glyphs) -> [Row] {
    [
      Row("r", localized("the last answer again, with the true one")),
      Row("u", localized("take the last answer back")), Row("p", localized("pause, continue")),
    ] + level + everywhere(glyphs) + [Row("Esc q", localized("end the session"))]
  }

  private static func leaveFirstRun(_ hasStart: Bool) -> Row {
    hasStart ? Row("Esc", localized("the start screen")) : Row("Esc q", localized("end Peach"))
  }

  private static var level: [Row] { [Row("+ -", localized("level up or down by 1 dB"))] }

  private static var leavingPlan: [Row] {
    [silence, Row("?", localized("this help")), Row("Esc q", localized("leave the plan"))]
  }

  private static var silence: Row { Row("!", localized("silence everything at once")) }

  /// Lines that are read out are never drawn again.
  private static func everywhere(_ glyphs: Glyphs) -> [Row] {
    [silence, Row("o", localized("choose outputs and input")), Row("?", localized("this help"))]
      + (glyphs.isSpoken ? [] : [Row("Ctrl-L", localized("redraw the screen"))])
      + [
        Row("Ctrl-Z", localized("suspend Peach")), Row("Ctrl-C", localized("end Peach at once")),
      ]
  }

  private static var back: [Row] { [Row("Esc q", localized("back"))] }

  /// The numbers of the items in a menu that is read out.
  private static func numbers(_ glyphs: Glyphs) -> [Row] {
    guard glyphs.isSpoken else { return [] }
    return [
      Row(digits, localized("choose the item with that number")),
      Row("0", localized("the other items, if there are more than nine")),
    ]
  }

  /// The keys that choose one of nine items.
  private static var digits: String { localized("%@ to %@", "1", "9") }

  private static func moveInMenu(_ glyphs: Glyphs) -> [Row] { numbers(glyphs) + move(glyphs) }

  private static func move(_ glyphs: Glyphs) -> [Row] {
    [Row("\(glyphs.up) \(glyphs.down)  k j", localized("move"))]
  }
}

package enum SpaceKey {
  package static var name: String { localized("Space") }

  /// The hint with the name of the key in the user's language.
  package static func inUsersLanguage(_ hint: StageFrame.KeyHint) -> StageFrame.KeyHint {
    hint.key == "Space" ? StageFrame.KeyHint(name, hint.meaning) : hint
  }
}
