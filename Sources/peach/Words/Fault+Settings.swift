import Console
import Foundation
import Music
import Settings

extension Fault {
  init(_ error: SettingsError) {
    switch error {
    case .missingFile(let path): self = .missingFile(path)
    case .cannotCreate(let path, let number):
      self = .cannotCreate("\(path) cannot be created: \(Self.reason(number))")
    case .cannotWrite(let path, let number):
      self = .inputOutput("\(path) cannot be replaced: \(Self.reason(number)); it is as it was")
    case .cannotEdit(let path, let key):
      self = .configuration(
        "\(path): \(key.name) cannot be changed without changing more; edit the file by hand")
    case .unreadableFile(let path, let reason):
      self = .configuration("\(path): \(Self.words(reason))")
    case .syntax(let path, let line, let message):
      self = .configuration("\(path), line \(line): not TOML: \(Self.oneLine(message))")
    case .unknownKey(let place, let name):
      let keys = SettingKey.allCases.map(\.name)
      let words =
        if let key = NearestWord.to(name, among: keys) {
          "\(place.prefix)there is no setting '\(name)'; did you mean \(key)?"
        } else {
          "\(place.prefix)there is no setting '\(name)'; allowed: \(keys.joined(separator: ", "))"
        }
      self = place == .argument ? .usage(words) : .configuration(words)
    case .wrongType(let place, let key, let value, _), .badValue(let place, let key, let value):
      self = .configuration(
        """
        \(place.prefix)\(key.name) = \(value) is not allowed\(Self.guess(value, among: key.words)); \
        allowed: \(key.allowed)
        """)
    case .noteRangeTooNarrow(let place, let key, let lowest, let highest):
      self = .configuration(
        """
        \(place.prefix)\(key.name): the note range \(lowest)…\(highest) is too narrow, as an octave \
        does not fit into it; allowed: \(key.allowed)
        """)
    case .missingController(let place, let name, let known):
      self = .configuration(
        """
        \(place.prefix)controller = "\(name)" is not allowed: there is no such map\
        \(Self.guess(name, among: known)); allowed: \
        \(known.isEmpty ? "none, as there are no maps" : known.joined(separator: ", "))
        """)
    case .notInController(let place, let key):
      let keys = SettingKey.allCases.filter(\.isOfController).map(\.name)
      self = .configuration(
        """
        \(place.prefix)\(key.name) has no place in a controller's map; allowed: \
        \(keys.joined(separator: ", "))
        """)
    case .scaleFile(let place, let path, let problem): self.init(scale: path, problem, at: place)
    case .noSuchInterval(let place, let key, let interval, let scale, let nearest):
      let distance = CentsText.plain(nearest.deviation.magnitude)
      self = .configuration(
        """
        \(place.prefix)\(key.name): the scale \(scale) has no \(NoteName.text(interval)) \
        (\(interval)): its nearest degree is \(distance) cents away; leave that interval out or choose \
        another tuning
        """)
    }
  }

  private init(scale path: String, _ problem: SettingsError.ScaleProblem, at place: SettingPlace) {
    switch problem {
    case .missing: self = .missingScale("\(place.prefix)there is no scale file \(path)")
    case .unreadable(let reason):
      self = .unreadableData("\(place.prefix)the scale file \(path): \(Self.words(reason))")
    case .malformed(let error):
      self = .unreadableData("\(path), line \(error.line): \(error.words)")
    }
  }

  /// The word that was probably meant, of those that a key takes; of a list the first that is none.
  private static func guess(_ value: String, among words: [String]) -> String {
    let given = value.split { !$0.isLetter && !$0.isNumber && $0 != "-" }.map(String.init)
    let unknown = given.first { !words.contains($0) }
    guard let word = unknown.flatMap({ NearestWord.to($0, among: words) }) else { return "" }
    return " (did you mean \(word)?)"
  }

  private static func reason(_ number: Int32) -> String { String(cString: strerror(number)) }

  private static func words(_ reason: SettingsError.UnreadableReason) -> String {
    switch reason {
    case .notAFile: "not a file"
    case .tooLarge(let limit): "too large (over \(limit) bytes)"
    case .notText(let line): "line \(line) is not UTF-8 text"
    case .system(let number): Self.reason(number)
    }
  }

  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

extension SettingPlace {
  nonisolated fileprivate var prefix: String {
    switch self {
    case .file(let path, let line): "\(path), line \(line): "
    case .option: "option: "
    case .argument: ""
    }
  }
}
