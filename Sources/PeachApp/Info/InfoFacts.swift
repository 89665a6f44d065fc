import Console
import Language

/// What `peach info` shows.
struct InfoFacts: Hashable {
  let version: String
  let jackVersion: String
  let fluidSynthVersion: String
  let serverAnswers: Bool
  let server: String
  let builtInFont: String?

  /// How many other SoundFonts there are.
  let fontCount: Int
  let settingsFile: String
  let history: String

  init(
    version: String, jackVersion: String, fluidSynthVersion: String, serverAnswers: Bool,
    server: String, builtInFont: String?, fontCount: Int, settingsFile: String, history: String
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
  }

  /// A line for each fact, then the licences.
  var text: String {
    let heading = localized("Peach %@, MIT licence", version)
    let serverText =
      serverAnswers
      ? localized("%@: answers", server) : localized("%@: does not answer", server)
    let facts = TextTable.rows([
      (localized("JACK library"), jackVersion), (localized("JACK server"), serverText),
      ("FluidSynth", fluidSynthVersion),
      (localized("built-in sounds"), builtInFont ?? localized("not found")),
      (
        localized("other SoundFonts"),
        fontCount == 0
          ? localized("none (peach sounds path)") : localized("%d (peach sounds list)", fontCount)
      ),
      (localized("settings"), settingsFile), (localized("history"), history),
    ])
    let licences = localized(
      """
      Peach stands on: JACK and FluidSynth (LGPL 2.1), zita-resampler (GPL 3), FFTW (GPL 2), xxHash
      (BSD), SQLite (public domain), GRDB and TOMLKit (MIT), swift-argument-parser and swift-log (Apache 2.0).
      """)
    return "\(heading)\n\(facts)\n\n\(licences)\n"
  }

  /// One JSON object.
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
    return line.description
  }
}
