import Foundation
import TestSupport
import Testing

/// Which language is spoken, through the program.
@Suite("The user's language", .timeLimit(.minutes(1)))
@MainActor
struct LanguageProcessTests {
  private let home: Home

  init() async throws {
    home = try Home()
    try await GermanCatalogue.prepare()
  }

  private func run(
    _ arguments: String..., environment: [String: String] = GermanCatalogue.environment
  ) async throws -> (status: Int32, output: [String], errors: String) {
    let peach = try PeachProcess(arguments, home: home, environment: environment)
    peach.endInput()
    let output = await peach.rest()
    let (status, errors) = await peach.finish()
    return (status, output, errors)
  }

  @Test(
    "the language comes from LC_ALL, else LC_MESSAGES, else LANG, and LANGUAGE orders preferences",
    arguments: [
      (["LC_ALL": "de_DE.UTF-8"], true), (["LC_ALL": "de"], true),
      (["LC_ALL": "de_AT.utf8@euro", "LANG": "C"], true),
      (["LC_ALL": "", "LC_MESSAGES": "de_CH.UTF-8", "LANG": "en_US.UTF-8"], true),
      (["LC_ALL": "", "LC_MESSAGES": "", "LANG": "de_DE.UTF-8"], true),
      (["LC_ALL": "en_US.UTF-8", "LC_MESSAGES": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"], false),
      (["LC_ALL": "", "LC_MESSAGES": "C", "LANG": "de_DE.UTF-8"], false),
      (["LC_ALL": "fr_FR.UTF-8"], false), (["LC_ALL": "xx_YY.UTF-8"], false),
      (["LC_ALL": "en_US.UTF-8", "LANGUAGE": "de"], true),
      (["LC_ALL": "de_DE.UTF-8", "LANGUAGE": "en"], false),
      (["LC_ALL": "de_DE.UTF-8", "LANGUAGE": "en_GB:de"], false),
      (["LC_ALL": "fr_FR.UTF-8", "LANGUAGE": "fr:de_AT:en"], true),
      (["LC_ALL": "C.UTF-8", "LANGUAGE": "de"], true),
      (["LC_ALL": "C", "LANGUAGE": "de"], false), (["LC_ALL": "POSIX", "LANGUAGE": "de"], false),
    ])
  func variables(environment: [String: String], isGerman: Bool) async throws {
    let result = try await run("settings", "get", "noteDurations", environment: environment)
    #expect(result.status == 64)
    #expect(result.errors.contains("gemeint?") == isGerman)
    #expect(result.errors.contains("Did you mean noteDuration?") == !isGerman)
  }

  @Test("a locale without Unicode gets ASCII, a name that the user typed stays as it is")
  func ascii() async throws {
    let result = try await run(
      "data", "check", "--data", "/nirgends/Gehör", environment: ["LC_ALL": "de_DE"])
    #expect(result.errors == "peach: die Datei /nirgends/Gehör gibt es nicht\n")
    let help = try await run("data", "--help", environment: ["LC_ALL": "de_DE.ISO-8859-1"])
    #expect(help.output.first == "UEBERSICHT: Den Trainingsverlauf verwalten.")
    #expect(help.output.joined().utf8.allSatisfy { $0 < 0x80 })
  }

  @Test(
    "JSON, values of settings and exit codes are the same in every language",
    arguments: [
      ["settings", "list", "--json"], ["simulate", "--json", "--trials", "50"], ["info", "--json"],
      ["data", "check", "--json"], ["profile", "--json"], ["settings", "get", "noteDuration"],
      ["settings", "get", "intervals"], ["compare", "--json", "--note-duration", "9"],
      ["data", "import", "/nowhere.csv", "--json"],
      ["data", "export", "-", "--format", "jsonl", "--for-app", "--json"],
    ])
  func machineReadable(arguments: [String]) async throws {
    func result(_ environment: [String: String]) async throws -> [String] {
      let peach = try PeachProcess(arguments, home: home, environment: environment)
      peach.endInput()
      let output = await peach.rest()
      let (status, errors) = await peach.finish()
      return output + [errors, "\(status)"]
    }
    #expect(try await result(GermanCatalogue.environment) == result([:]))
  }

  @Test("an installed program reads the catalogue beside it; what it lacks is said in English")
  func installed() async throws {
    let prefix = home.directory.appending(path: "usr")
    let program = prefix.appending(path: "bin/peach")
    let catalogues = prefix.appending(path: "share/locale")
    try FileManager.default.createDirectory(
      at: program.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: PeachProcess.program, to: program)
    // A catalogue of one message, in a language that the sources have none of.
    try home.write(
      """
      msgid ""
      msgstr ""
      "Content-Type: text/plain; charset=UTF-8\\n"

      msgid "the file %@ does not exist"
      msgstr "il n’y a pas de fichier %@"
      """, to: home.directory.appending(path: "fr.po"))
    let folder = catalogues.appending(path: "fr/LC_MESSAGES")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let compiler = try ChildProcess(
      "/usr/bin/env",
      [
        "msgfmt", "-o", folder.appending(path: "peach.mo").path,
        home.directory.appending(path: "fr.po").path,
      ], environment: ProcessInfo.processInfo.environment)
    #expect(await compiler.end() == 0)
    let environment = home.environment.merging(["LC_ALL": "fr_CA.UTF-8"]) { $1 }
    func errors(_ arguments: String...) async throws -> String {
      let peach = try ChildProcess(program.path, arguments, environment: environment)
      var text = ""
      for await line in ChildProcess.lines(of: peach.errors) { text += line + "\n" }
      _ = await peach.end()
      return text
    }
    #expect(
      try await errors("data", "check", "--data", "/x")
        == "peach: il n’y a pas de fichier /x\n")
    #expect(try await errors("settings", "get", "x").hasPrefix("peach: there is no setting 'x'"))
  }
}
