import Console
import Language

/// A path where a SoundFont was looked for, as `peach sounds path` shows it.
struct TriedPath: Hashable {
  /// Who names the place.
  enum Origin: Hashable {
    case builtIn, option, settings, data, synthesizer
    case environment(String)
  }

  /// What came of it.
  enum Outcome: Hashable {
    case font(tag: String)
    case folder, absent, notLookedInto
    case sameFile(as: String)
    case sameContent(as: String)
    case refused(reason: String)
  }

  let origin: Origin
  let path: String
  let outcome: Outcome

  init(origin: Origin, path: String, outcome: Outcome) {
    self.origin = origin
    self.path = path
    self.outcome = outcome
  }

  private var originText: String {
    switch origin {
    case .builtIn: localized(context: "place of fonts", "built in")
    case .option: "--sound-fonts"
    case .settings: "soundFonts"
    case .environment(let variable): variable
    case .data: localized(context: "place of fonts", "data folder")
    case .synthesizer: "FluidSynth"
    }
  }

  /// The word in JSON, never translated.
  private var originCode: String {
    switch origin {
    case .builtIn: "builtIn"
    case .option: "option"
    case .settings: "settings"
    case .environment(let variable): variable
    case .data: "data"
    case .synthesizer: "synthesizer"
    }
  }

  private var outcomeText: String {
    switch outcome {
    case .font(let tag): localized("font %@", tag)
    case .folder: localized("folder")
    case .absent: localized("not there")
    case .notLookedInto: localized("not looked into: too deep, or too many files before it")
    case .sameFile(let path): localized("the same file as %@", path)
    case .sameContent(let path): localized("a copy of %@", path)
    case .refused(let reason): localized("passed over: %@", reason)
    }
  }

  /// The word in JSON, never translated, and what belongs to it.
  private var outcomeCode: (word: String, detail: (name: String, value: String)?) {
    switch outcome {
    case .font(let tag): ("font", ("font", tag))
    case .folder: ("folder", nil)
    case .absent: ("absent", nil)
    case .notLookedInto: ("notLookedInto", nil)
    case .sameFile(let path): ("sameFile", ("as", path))
    case .sameContent(let path): ("sameContent", ("as", path))
    case .refused(let reason): ("refused", ("reason", reason))
    }
  }

  var object: JSONLine {
    var line = JSONLine()
    line.add("origin", originCode)
    line.add("path", path)
    line.add("outcome", outcomeCode.word)
    if let detail = outcomeCode.detail { line.add(detail.name, detail.value) }
    return line
  }

  var text: String { "\(path)\n  \(originText): \(outcomeText)\n" }
}

extension [TriedPath] {
  /// Two lines for each path.
  var text: String { map(\.text).joined() }

  /// One JSON array.
  var json: String { "[" + map(\.object.description).joined(separator: ",") + "]\n" }
}
