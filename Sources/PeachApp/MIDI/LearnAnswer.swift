import Console
import Language
import Program

/// What the user answers while controls are learnt: by a key, on the page and in `peach midi learn` alike, or by
/// a word on a line.
enum LearnAnswer: CaseIterable, Hashable {
  /// Leaves the control as it is.
  case skip
  /// Learns the last one anew.
  case redo
  /// Takes what was found.
  case accept
  /// Ends without a change.
  case leave

  init?(_ key: Key) {
    let answer = Self.allCases.first { answer in answer.keys.contains(key.command) }
    guard let answer else { return nil }
    self = answer
  }

  /// - Parameter line: a word, or the letter of a key; empty for Enter.
  init?(line: String) {
    let key: Key? =
      line.isEmpty ? .enter : line.count == 1 ? line.first.map { Key.character($0) } : nil
    let answer = Self.allCases.first { $0.words.contains(line) } ?? key.flatMap { Self($0) }
    guard let answer else { return nil }
    self = answer
  }

  private var keys: [Key] {
    switch self {
    case .skip: [.character(" "), .character("s")]
    case .redo: [.backspace, .character("r")]
    case .accept: [.enter]
    case .leave: [.escape, .character("q")]
    }
  }

  /// The first is the one that is named.
  private var words: [String] {
    switch self {
    case .skip: ["skip"]
    case .redo: ["again"]
    case .accept: ["accept", "a", "yes", "y"]
    case .leave: ["quit"]
    }
  }

  var word: String { words[0] }

  /// The key that is named.
  var key: String {
    switch self {
    case .skip: SpaceKey.name
    case .redo: localized(context: "key on the keyboard", "Backspace")
    case .accept: "Enter"
    case .leave: "Esc"
    }
  }

  /// - Parameter savesAll: whether Enter takes all that was found at once, and not only what was asked for
  ///   last.
  func hint(savesAll: Bool) -> StageFrame.KeyHint {
    let meaning =
      switch self {
      case .skip: localized(context: "key", "skip")
      case .redo: localized(context: "key", "redo")
      case .accept:
        savesAll ? localized(context: "key", "save") : localized(context: "key", "accept")
      case .leave: localized(context: "key", "cancel")
      }
    return StageFrame.KeyHint(key, meaning)
  }

  /// All its keys, with what they do on the page.
  var row: KeyTable.Row {
    switch self {
    case .skip: KeyTable.Row("\(key) s", localized("leave this control as it is"))
    case .redo: KeyTable.Row("\(key) r", localized("the last one again"))
    case .accept: KeyTable.Row(key, localized("save what was found"))
    case .leave: KeyTable.Row("\(key) q", localized("cancel"))
    }
  }
}
