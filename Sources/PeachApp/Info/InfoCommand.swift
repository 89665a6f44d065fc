import ArgumentParser
import Console
import Foundation
import History
import Installation
import Language
import Program
import Settings
import Sound
import SoundFonts

/// `peach info`: the version, the licences, and what Peach found on this machine.
struct InfoCommand: JackCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: localized(
      "Show the version, the licences, and the files and servers that Peach uses."),
    discussion: CommandHelp.discussion(
      examples: """
        peach info
        peach info --json
        """))

  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @MainActor func run() async throws {
    let context = CommandContext(global)
    let serverAnswers = await ServerProbe.serverAnswers(global.server)
    try await context.perform {
      let facts = context.infoFacts(serverAnswers: serverAnswers)
      context.output.write(global.json ? facts.json + "\n" : facts.text)
    }
  }
}

extension CommandContext {
  /// The facts about this installation of Peach on this machine.
  func infoFacts(serverAnswers: Bool) -> InfoFacts {
    let settings = try? FileUserSettings(file: settingsFile)
    let paths = settings?.soundFonts ?? SoundFontPaths()
    let library = try? soundFontLibrary(paths)
    return InfoFacts(
      version: PeachVersion.text, jackVersion: JackLibrary.version,
      fluidSynthVersion: SoundFontNotePlayer.synthesizerVersion, serverAnswers: serverAnswers,
      server: global.server ?? environment["JACK_DEFAULT_SERVER"] ?? "default",
      builtInFont: library?.builtInFont,
      fontCount: (library?.found.fonts.count ?? 1) - 1, settingsFile: settingsFile.path,
      history: historyPath, listener: listener?.text)
  }
}

/// The facts that `peach info` shows.
struct InfoFacts: Hashable {
  let version: String
  let jackVersion: String
  let fluidSynthVersion: String
  let serverAnswers: Bool
  let server: String
  let builtInFont: String?

  /// The number of other SoundFonts.
  let fontCount: Int
  let settingsFile: String
  let history: String

  /// Whose history it is; `nil` for the usual one.
  let listener: String?

  init(
    version: String, jackVersion: String, fluidSynthVersion: String, serverAnswers: Bool,
    server: String, builtInFont: String?, fontCount: Int, settingsFile: String, history: String,
    listener: String? = nil
  ) {
    self.version = version
    self.jackVersion = jackVersion
    self.fluidSynthVersion = fluidSynthVersion
    self.serverAnswers = serverAnswers
    self.server = server
    self.builtInFont = builtInFont
    self.fontCount = fontCount
    self.settingsFile = settingsFile
    self.history = history
    self.listener = listener
  }

  /// A line for each fact, then the licences.
  var text: String {
    let heading = localized("Peach %@, MIT licence", version)
    let serverText =
      serverAnswers
      ? localized("%@: answers", server) : localized("%@: does not answer", server)
    var rows: [(String, String)] = [
      (localized("JACK library"), jackVersion), (localized("JACK server"), serverText),
      ("FluidSynth", fluidSynthVersion),
      (localized("built-in sounds"), builtInFont ?? localized("not found")),
      (
        localized("other SoundFonts"),
        fontCount == 0
          ? localized("none (peach sounds path)") : localized("%d (peach sounds list)", fontCount)
      ),
      (localized("settings"), settingsFile), (localized("history"), history),
    ]
    if let listener { rows.append((localized("listener"), listener)) }
    let facts = TextTable.rows(rows)
    let libraries = TextTable.rows(UsedLibrary.all.map { ($0.name, $0.licence) })
    let licences = localized("Libraries that Peach uses, and their licences (SPDX):")
    return "\(heading)\n\(facts)\n\n\(licences)\n\(libraries)\n"
  }

  /// A single JSON object.
  var json: String {
    var line = JSONLine()
    line.add("version", version)
    line.add("jackVersion", jackVersion)
    line.add("server", server)
    line.add("serverAnswers", serverAnswers)
    line.add("fluidSynthVersion", fluidSynthVersion)
    line.add("builtInFont", builtInFont)
    line.add("otherFonts", fontCount)
    line.add("settings", settingsFile)
    line.add("history", history)
    if let listener { line.add("listener", listener) }
    line.add("licence", "MIT")
    line.add(
      "libraries",
      objects: UsedLibrary.all.map { library in
        var object = JSONLine()
        object.add("name", library.name)
        object.add("licence", library.licence)
        return object
      })
    return line.description
  }
}
