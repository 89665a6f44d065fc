import Foundation
import Music
import Testing
import Training

@testable import Settings

@Suite("Scales in the settings")
@MainActor
struct ScaleSettingsTests {
  private static let fifth = DirectedInterval(.perfectFifth)
  private static let fifths = "just a fifth\n2\n3/2\n2/1\n"

  private let home: TemporaryHome
  private var configuration: String { home.path + "/config/peach" }

  init() throws { home = try TemporaryHome() }

  /// Writes a scale file below the settings file's folder.
  private func write(_ scale: String = fifths, to path: String) throws {
    let url = URL(fileURLWithPath: configuration + "/" + path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(scale.utf8).write(to: url)
  }

  private func settings(
    _ options: [SettingKey: String] = [:], onProblem: @escaping (SettingsError) -> Void = { _ in }
  ) throws -> FileUserSettings {
    try FileUserSettings(
      file: home.file, overrides: try SettingsOverrides(options), onProblem: onProblem)
  }

  private func fifthSize(_ settings: FileUserSettings) -> Double {
    settings.tuningSystem.cents(for: Self.fifth).rawValue
  }

  @Test("a name is looked for in the folder scales beside the settings file")
  func named() throws {
    try write(to: "scales/Pure Fifth.scl")
    try home.write("tuningSystem = 'scala:Pure Fifth'\n")
    let settings = try settings()
    #expect(settings.tuningSystem.identifier == "scala:Pure Fifth")
    #expect(fifthSize(settings) == Cents(ratio: 1.5).rawValue)
    #expect(settings.report.first { $0.key == .tuningSystem }?.value.text == "scala:Pure Fifth")
  }

  @Test("a file that ends in .ascl is a Scala file, by its path and by its name")
  func ascl() throws {
    let scale = "! @ABL NOTE_NAMES C G\n" + Self.fifths
    try write(scale, to: "scales/pure.ascl")
    try home.write("tuningSystem = 'scales/pure.ascl'\n")
    #expect(try settings().tuningSystem.identifier == "scala:pure")
    #expect(fifthSize(try settings([.tuningSystem: "scala:pure"])) == Cents(ratio: 1.5).rawValue)
    #expect(home.file.scaleNames == ["pure"])
    // The plain file of that name comes first.
    try write("a fourth\n3\n4/3\n702.5\n2/1\n", to: "scales/pure.scl")
    #expect(fifthSize(try settings([.tuningSystem: "scala:pure"])) == 702.5)
  }

  @Test("with another settings file it is looked for beside that one first")
  func namedBeside() throws {
    try write(to: "scales/pure.scl")
    try write("a fourth\n2\n4/3\n2/1\n", to: "../../session/scales/pure.scl")
    try write(to: "../../session/scales/its.scl")
    let location = SettingsLocation(environment: home.environment)
    let file = SettingsFile(namedByUser: home.path + "/session/config.toml", location: location)
    #expect(file.scaleNames == ["its", "pure"])
    try Data("intervals = ['P4']\ntuningSystem = 'scala:pure'".utf8)
      .write(to: URL(fileURLWithPath: file.path))
    let fourth = DirectedInterval(.perfectFourth)
    let size = try FileUserSettings(file: file).tuningSystem.cents(for: fourth).rawValue
    #expect(size == Cents(ratio: 4.0 / 3).rawValue)
  }

  @Test("with another settings file the user's own folder counts, too")
  func namedFromElsewhere() throws {
    try write(to: "scales/pure.scl")
    let other = home.path + "/other.toml"
    try Data("tuningSystem = 'scala:pure'".utf8).write(to: URL(fileURLWithPath: other))
    let location = SettingsLocation(environment: home.environment)
    let file = SettingsFile(namedByUser: other, location: location)
    #expect(try FileUserSettings(file: file).tuningSystem.identifier == "scala:pure")
  }

  @Test(
    "a path counts from the settings file's folder, from the root or from home",
    arguments: ["mine/a.scl", "./mine/a.scl", "scala:mine/a.scl", "ABSOLUTE/mine/a.scl", "~/a.SCL"])
  func paths(text: String) throws {
    try write(to: "mine/a.scl")
    try write(to: "../../a.SCL")
    let value = text.replacingOccurrences(of: "ABSOLUTE", with: configuration)
    try home.write("tuningSystem = '\(value)'")
    #expect(try settings().tuningSystem.identifier == "scala:a")
    #expect(try settings([.tuningSystem: "just"]).tuningSystem == .justIntonation)
  }

  @Test("an option's path counts from the working directory")
  func optionPath() throws {
    try write(to: "a.scl")
    let option = try settings([.tuningSystem: configuration + "/a.scl"])
    #expect(option.tuningSystem.identifier == "scala:a")
    let error = SettingsError.scaleFile(.option, path: "a.scl", problem: .missing)
    #expect(throws: error) { try settings([.tuningSystem: "a.scl"]) }
  }

  @Test("a scale that is of no use is told with the place that names it")
  func faults() throws {
    let path = configuration + "/a.scl"
    func error(_ scale: String?) throws -> SettingsError? {
      if let scale { try write(scale, to: "a.scl") }
      try home.write("\ntuningSystem = 'a.scl'\n")
      return #expect(throws: SettingsError.self) { try settings() }
    }
    let place = SettingOrigin.file(path: home.file.path, line: 2)
    #expect(try error(nil) == .scaleFile(place, path: path, problem: .missing))
    let malformed = ScalaError.badPitch(line: 3, column: 1, text: "x")
    #expect(try error("a\n1\nx") == .scaleFile(place, path: path, problem: .malformed(malformed)))
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    #expect(
      try error(nil) == .scaleFile(place, path: path, problem: .unreadable(.notAFile)))
  }

  @Test(
    "an interval that the scale does not have is refused, wherever it comes from",
    arguments: [
      ("tuningSystem = 'a.scl'\nintervals = ['P5', 'm3-']", [:], SettingKey.intervals),
      ("intervals = ['P5', 'm3-']\ntuningSystem = 'a.scl'", [:], .tuningSystem),
      ("tuningSystem = 'a.scl'", [.intervals: "P5,m3-"], .intervals),
      ("intervals = ['m3-']", [.tuningSystem: "CONFIG/a.scl"], .tuningSystem),
    ] as [(String, [SettingKey: String], SettingKey)])
  func noSuchInterval(text: String, options: [SettingKey: String], key: SettingKey) throws {
    try write(to: "a.scl")
    try home.write(text)
    let options = options.mapValues { $0.replacingOccurrences(of: "CONFIG", with: configuration) }
    let error = try #require(throws: SettingsError.self) { try settings(options) }
    guard case .noSuchInterval(let place, key, let interval, "a", let nearest) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(interval == DirectedInterval(.minorThird, .down))
    #expect(nearest.degree == 0)
    #expect(place == (options.isEmpty ? .file(path: home.file.path, line: 2) : .option))
  }

  @Test("a scale that changes while training counts, one that breaks or goes is told once")
  func live() throws {
    var problems: [SettingsError] = []
    try write(to: "a.scl")
    try home.write("tuningSystem = 'a.scl'\nintervals = ['P5']\n")
    let settings = try settings { problems.append($0) }
    let pure = fifthSize(settings)

    try write("tempered\n2\n 696.578\n 2/1\n", to: "a.scl")
    settings.refresh()
    #expect(fifthSize(settings) == 696.578 && problems.isEmpty)

    let path = configuration + "/a.scl"
    try FileManager.default.removeItem(atPath: path)
    for _ in 1...3 { settings.refresh() }
    let place = SettingOrigin.file(path: home.file.path, line: 1)
    #expect(problems == [.scaleFile(place, path: path, problem: .missing)])
    #expect(fifthSize(settings) == 696.578)

    try write("no fifth\n1\n2/1\n", to: "a.scl")
    for _ in 1...3 { settings.refresh() }
    #expect(problems.count == 2 && problems.last?.key == .intervals)
    #expect(fifthSize(settings) == 696.578)

    try write(to: "a.scl")
    settings.refresh()
    #expect(fifthSize(settings) == pure && problems.count == 2)
  }

  @Test("a scale that is not there yet when the file comes to name it is found when it comes")
  func comesLater() throws {
    var problems: [SettingsError] = []
    try home.write("tuningSystem = 'just'\n")
    let settings = try settings { problems.append($0) }
    try home.write("tuningSystem = 'scala:later'\nnoteDuration = 2\n")
    for _ in 1...3 { settings.refresh() }
    #expect(problems.count == 1)
    #expect(settings.tuningSystem == .justIntonation && settings.noteDuration.seconds == 1)
    try write(to: "scales/later.scl")
    settings.refresh()
    #expect(settings.tuningSystem.identifier == "scala:later")
    #expect(settings.noteDuration.seconds == 2 && problems.count == 1)
  }

  @Test("setting a relative path writes an absolute one; a scale that is not there is not set")
  func editing() throws {
    #expect(throws: SettingsError.self) { try home.file.set(.tuningSystem, "nowhere.scl") }
    #expect(throws: SettingsError.self) { try home.file.set(.tuningSystem, "scala:nowhere") }
    #expect(!FileManager.default.fileExists(atPath: home.file.path))
    try write(to: "scales/a.scl")
    try home.file.set(.tuningSystem, "scala:a")
    #expect(try home.text().hasSuffix("tuningSystem = \"scala:a\"\n"))
    try home.file.set(.tuningSystem, configuration + "/scales/a.scl")
    #expect(try home.text().hasSuffix("tuningSystem = \"\(configuration)/scales/a.scl\"\n"))
    try home.file.unset(.tuningSystem)
    #expect(try settings().tuningSystem == .equalTemperament)
    let reference = ScaleReference.path("x/../a.scl").anchored(in: "/somewhere/here")
    #expect(reference == .path("/somewhere/here/a.scl"))
    #expect(ScaleReference.path("~/a.scl").anchored(in: "/x") == .path("~/a.scl"))
  }
}
