import Console
import Language
import Music
import Training

/// The commands of the line and JSON modes, one a line on standard input.
enum LineCommands {
  /// What a line came to.
  enum Parsed: Hashable {
    case intent(Intent)
    /// A command whose value cannot be.
    case badValue(command: String, value: String, allowed: String)
    /// A command of the other training.
    case unfitting(String)
    /// An empty line.
    case nothing
    /// No command; the line as it was, made safe to print.
    case unknown(String)
  }

  /// The longest line that is quoted back, in characters.
  private static let quotedLength = 40

  /// How far one nudge can go, in cents: from end to end of the slider.
  private static let nudgeRange = -200.0...200.0

  /// Reads a line; white space and case do not matter.
  static func parse(_ line: String, for training: TrainingName) -> Parsed {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard let word = words.first?.lowercased() else { return .nothing }
    let values = words.dropFirst()
    guard values.isEmpty || takesValue(word) else { return .unknown(quoted(line)) }
    let (owner, parsed) = command(word, value: values.joined(separator: " "))
    if case .unknown = parsed { return .unknown(quoted(line)) }
    return owner == nil || owner == training ? parsed : .unfitting(quoted(line))
  }

  /// A command, and the training that it belongs to if it does not belong to both.
  private static func command(_ word: String, value: String) -> (TrainingName?, Parsed) {
    switch word {
    case "higher", "h": (.comparison, .intent(.answer(higher: true)))
    case "lower", "l": (.comparison, .intent(.answer(higher: false)))
    case "slider":
      (
        .matching,
        number(value, for: word, in: PitchSlider.range, localized("a number from -1 to 1")) {
          .slider($0)
        }
      )
    case "nudge":
      (
        .matching,
        number(value, for: word, in: nudgeRange, localized("a number of cents from -200 to 200")) {
          .nudge(Cents($0))
        }
      )
    case "commit": (.matching, .intent(.commit))
    case "start": (nil, .intent(.start))
    case "quit", "q": (nil, .intent(.quit))
    case "help", "?": (nil, .intent(.help))
    default: (nil, .unknown(word))
    }
  }

  /// The command that was probably meant by a line that is none.
  static func nearest(to line: String, for training: TrainingName) -> String? {
    guard let word = line.split(whereSeparator: \.isWhitespace).first else { return nil }
    let own = training == .comparison ? ["higher", "lower"] : ["slider", "nudge", "commit"]
    return NearestWord.to(String(word), among: own + ["start", "quit", "help"])
  }

  private static func takesValue(_ word: String) -> Bool { word == "slider" || word == "nudge" }

  private static func number(
    _ text: String, for command: String, in range: ClosedRange<Double>, _ allowed: String,
    _ intent: (Double) -> Intent
  ) -> Parsed {
    guard let number = Double(text), range.contains(number) else {
      return .badValue(command: command, value: quoted(text), allowed: allowed)
    }
    return .intent(intent(number))
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
