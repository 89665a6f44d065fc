import Testing

@testable import Settings

@Suite("SettingsFile: beginning with another file's settings")
@MainActor
struct SettingsFileCopyingTests {
  private let home: TemporaryHome
  private var copy: SettingsFile {
    SettingsFile(namedByUser: home.path + "/song/peach/config.toml")
  }

  init() throws { home = try TemporaryHome() }

  @Test("what is set is copied, with paths that hold anywhere")
  func copying() throws {
    try home.write("# mine\nsoundFonts = ['fonts', '/b']\nintervals = [\n'P5']\n")
    try copy.createIfMissing(from: home.file)
    let settings = try FileUserSettings(file: copy)
    #expect(settings.intervals.map(\.description) == ["P5"])
    #expect(settings.report.first { $0.key == .noteDuration }?.source == .default)
    let fonts = settings.report.first { $0.key == .soundFonts }?.value.text
    #expect(fonts == "\(home.path)/config/peach/fonts:/b")
  }

  @Test("a file that is there stays as it is, even a bad one")
  func existing() throws {
    try home.write("noteDuration = 2\n")
    try copy.createIfMissing(from: home.file)
    try home.write("noteDuration = 3\n")
    try copy.createIfMissing(from: home.file)
    #expect(try FileUserSettings(file: copy).noteDuration.seconds == 2)
  }

  @Test("where nothing is set there is an empty file nevertheless")
  func nothing() throws {
    try copy.createIfMissing(from: home.file)
    #expect(try FileUserSettings(file: copy).report.allSatisfy { $0.source == .default })
  }

  @Test("of a bad file nothing is made")
  func bad() throws {
    try home.write("noteDuration = 99\n")
    #expect(throws: SettingsError.self) { try copy.createIfMissing(from: home.file) }
    #expect(throws: SettingsError.missingFile(path: copy.path)) {
      try FileUserSettings(file: copy)
    }
  }
}
