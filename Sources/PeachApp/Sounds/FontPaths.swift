import Console
import Language
import Program
import SoundFonts

/// What `peach sounds path` prints: the paths where SoundFonts were looked for.
extension [SoundFontTrial] {
  /// Two lines for each path.
  var text: String { map(\.text).joined() }

  /// One JSON array.
  var json: String { "[" + map(\.object.description).joined(separator: ",") + "]\n" }
}

extension SoundFontTrial {
  /// The message for a file that should be a SoundFont and cannot be read as such.
  var warning: String { Notice.fontSkipped(path: path, reason: refusal?.words ?? "").message }

  fileprivate var text: String { "\(path.visible)\n  \(originText): \(outcomeText)\n" }

  fileprivate var object: JSONLine {
    var line = JSONLine()
    line.add("origin", originCode)
    line.add("path", path)
    line.add("outcome", outcomeCode.word)
    if let detail = outcomeCode.detail { line.add(detail.name, detail.value) }
    return line
  }

  private var originText: String {
    switch place.origin {
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
    switch place.origin {
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
    case .absent: localized("does not exist")
    case .notLookedInto: localized("not searched: nested too deeply, or too many files before it")
    case .sameFile(let path): localized("the same file as %@", path)
    case .sameContent(let path): localized("a copy of %@", path)
    case .refused(let error): localized("skipped: %@", error.words)
    }
  }

  /// The word in JSON, never translated, and the member that goes with it.
  private var outcomeCode: (word: String, detail: (name: String, value: String)?) {
    switch outcome {
    case .font(let tag): ("font", ("font", tag))
    case .folder: ("folder", nil)
    case .absent: ("absent", nil)
    case .notLookedInto: ("notLookedInto", nil)
    case .sameFile(let path): ("sameFile", ("as", path))
    case .sameContent(let path): ("sameContent", ("as", path))
    case .refused(let error): ("refused", ("reason", error.words))
    }
  }
}
