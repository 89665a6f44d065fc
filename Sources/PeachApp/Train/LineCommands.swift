import Console
import Language
import Settings
import Training

/// A command of a training: a word on a line of standard input, or a key.
struct TrainingCommand {
  /// The word and its alternatives; empty for what needs a screen.
  let words: [String]

  /// The keys, with the meaning of each.
  let keys: [(key: Key, intent: Intent)]

  /// The meaning of the word in the user's language; the word itself in English, `nil` if it needs
  /// no explanation.
  private let meaning: String?

  fileprivate let value: Value

  fileprivate enum Value {
    case none(Intent)
    /// A number, with its name in lists, and a description of the allowed values.
    case number(ClosedRange<Double>, name: String, allowed: String, (Double) -> Intent)
  }

  /// A command without a value.
  ///
  /// - Parameters:
  ///   - words: empty for a command that only keys can give, because it needs a screen.
  ///   - meaning: of the word, in the user's language.
  init(_ words: [String], meaning: String? = nil, keys: [Key], _ intent: Intent) {
    self.words = words
    self.meaning = meaning
    self.keys = keys.map { (key: $0, intent: intent) }
    value = .none(intent)
  }

  /// A command that is followed by a number.
  ///
  /// - Parameters:
  ///   - name: of the number in lists of commands.
  ///   - allowed: a description of the allowed values.
  init(
    _ word: String, _ name: String, in range: ClosedRange<Double>, _ allowed: String,
    keys: [(key: Key, intent: Intent)] = [], _ intent: @escaping (Double) -> Intent
  ) {
    words = [word]
    meaning = nil
    self.keys = keys
    value = .number(range, name: name, allowed: allowed, intent)
  }

  /// A command of all trainings, whose word is that of its intent.
  private init(
    _ intent: Intent, or alternatives: [String] = [], meaning: String? = nil, keys: [Key] = []
  ) {
    self.init([intent.command] + alternatives, meaning: meaning, keys: keys, intent)
  }

  /// The commands that name one of several sounds: a word, a number or an arrow.
  ///
  /// - Parameter arrows: one for each sound; at most three.
  static func places(_ arrows: [Key]) -> [TrainingCommand] {
    zip([("first", "1"), ("second", "2"), ("third", "3")], arrows).enumerated().map {
      index, place in
      let ((word, digit), arrow) = place
      return TrainingCommand(
        [word, digit], keys: [arrow, .character(Character(digit))], .choose(index + 1))
    }
  }

  fileprivate var takesValue: Bool { if case .number = value { true } else { false } }

  /// The command in a list: `higher (h)`, in German `higher (h, höher)`, `level DB`; `nil` if it
  /// has no word.
  fileprivate var form: String? {
    guard let word = words.first else { return nil }
    if case .number(_, let name, _, _) = value { return "\(word) \(name)" }
    let others = words.dropFirst() + (meaning.map { $0 == word ? [] : [$0] } ?? [])
    return others.isEmpty ? word : "\(word) (\(others.joined(separator: ", ")))"
  }

  /// The commands that every training has.
  static var common: [TrainingCommand] {
    [
      TrainingCommand(.again, keys: [.character(" ")]),
      TrainingCommand(.last, keys: [.character("r")]),
      TrainingCommand(.skip),
      TrainingCommand(.undo, keys: [.character("u")]),
      TrainingCommand(.pause, keys: [.character("p")]),
      TrainingCommand(.panic, keys: [.panic]),
      TrainingCommand(
        Intent.level(.to(0)).command, "DB", in: SettingValues.outputLevels,
        localized("a number of dB from -60 to 0"),
        keys: [("+", 1), ("=", 1), ("-", -1)].map { (.character($0), .level(.by($1))) }
      ) { .level(.to($0)) },
      TrainingCommand(.start()),
      TrainingCommand(.help, or: ["?"], keys: [.character("?")]),
      TrainingCommand(
        .quit, or: ["q"], meaning: localized(context: "meaning of a command", "quit"),
        keys: [.character("q"), .escape]),
      TrainingCommand([], keys: [.character("o")], .output),
    ]
  }
}

extension Key {
  /// The key that silences everything, on every screen.
  static let panic = Key.character("!")
}

/// The commands of the line and JSON modes, one per line on standard input.
enum LineCommands {
  /// The result of parsing a line.
  enum Parsed: Hashable {
    case intent(Intent)
    /// A command whose value is not allowed.
    case badValue(command: String, value: String, allowed: String)
    /// A command of another training.
    case unfitting(String)
    /// An empty line.
    case nothing
    /// An unknown command: the original line, made safe to print.
    case unknown(String)
  }

  /// The longest part of a line that is quoted in a message, in characters.
  private static let quotedLength = 40

  /// Parses a line. White space and case do not matter.
  static func parse(_ line: String, for training: TrainingName) -> Parsed {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard let word = words.first?.lowercased() else { return .nothing }
    let value = words.dropFirst().joined(separator: " ")
    let own = ([training.face] + TrainingName.posed.map(\.face)).flatMap { face in
      face.commands.map { (owner: face.name, command: $0) }
    }
    let all = TrainingCommand.common.map { (owner: training, command: $0) } + own
    guard let (owner, command) = all.first(where: { $0.command.words.contains(word) }),
      value.isEmpty || command.takesValue
    else { return .unknown(quoted(line)) }
    return owner == training ? parse(value, of: command) : .unfitting(quoted(line))
  }

  private static func parse(_ text: String, of command: TrainingCommand) -> Parsed {
    switch command.value {
    case .none(let intent): return .intent(intent)
    case .number(let range, _, let allowed, let intent):
      guard let number = NumberText.number(text), range.contains(number) else {
        return .badValue(command: command.words[0], value: quoted(text), allowed: allowed)
      }
      return .intent(intent(number))
    }
  }

  /// The command that is most similar to an unknown line; `nil` if none is similar.
  static func nearest(to line: String, for training: TrainingName) -> String? {
    guard let word = line.split(whereSeparator: \.isWhitespace).first else { return nil }
    return NearestWord.to(String(word), among: commands(of: training).compactMap(\.words.first))
  }

  /// The commands of a training, as a list within a sentence.
  static func list(for training: TrainingName) -> String {
    let forms = commands(of: training).compactMap(\.form)
    guard let last = forms.last else { return "" }
    return localized("%@ and %@", forms.dropLast().joined(separator: ", "), last)
  }

  private static func commands(of training: TrainingName) -> [TrainingCommand] {
    training.face.commands + TrainingCommand.common
  }

  private static func quoted(_ text: String) -> String {
    let text = text.trimmingWhitespace
    let safe = String(
      text.prefix(quotedLength).unicodeScalars.map { scalar in
        scalar.properties.generalCategory == .control ? "?" : Character(scalar)
      })
    return text.count > quotedLength ? safe + "…" : safe
  }
}

extension String {
  fileprivate var trimmingWhitespace: String {
    let trimmed = drop(while: \.isWhitespace)
    guard let last = trimmed.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(trimmed[...last])
  }
}
