import Foundation
import TestSupport
import Testing

@testable import PeachApp

/// What a German musician reads, from a pipe.
@Suite("In German", .timeLimit(.minutes(1)))
@MainActor
struct GermanProcessTests {
  private let home: Home

  init() async throws {
    home = try Home()
    try await GermanCatalogue.prepare()
  }

  private func run(_ arguments: String...) async throws -> (
    status: Int32, output: [String], errors: String
  ) {
    let peach = try PeachProcess(
      arguments, home: home, environment: GermanCatalogue.environment)
    peach.endInput()
    let output = await peach.rest()
    let (status, errors) = await peach.finish()
    return (status, output, errors)
  }

  @Test("help: headings, options and examples; commands stay as they are typed")
  func help() async throws {
    let text = try await run("data", "export", "--help").output.joined(separator: "\n")
    for part in [
      "ÜBERSICHT: Den Trainingsverlauf in eine Datei exportieren.", "\nBEISPIELE\n",
      "\n  peach data export history.csv\n",
      "\nAUFRUF: peach data export [<Optionen>] <DATEI>", "--format <FORMAT>",
      "\nARGUMENTE:\n  <DATEI> ", "\nALLGEMEINE OPTIONEN:\n", "--client-name <NAME>",
      "(Vorgabe: peach)", "Diese Hilfe zeigen.",
    ] {
      #expect(text.contains(part), "\(part)")
    }
    #expect(!text.contains("Show") && !text.contains("OVERVIEW") && !text.contains("USAGE"))
  }

  @Test(
    "a wrong command line",
    arguments: [
      (["compare", "--jsn"], "unbekannte Option „--jsn“. Ist „--json“ gemeint?"),
      (["compare", "--trials"], "zu „--trials <ZAHL>“ fehlt der Wert"),
      (["compare", "--trials", "0"], "--trials nimmt eine ganze Zahl ab 1, nicht 0."),
      (["compare", "--trials", "x"], "der Wert „x“ passt nicht zu „--trials <ZAHL>“"),
      (
        ["compare", "--verbose=1"],
        "die Option „--verbose“ nimmt keinen Wert, angegeben ist aber „1“."
      ),
      (["data", "export"], "das Argument „<DATEI>“ fehlt"),
      (["data", "path", "x"], "überzähliges Argument „x“"),
      (
        ["data", "export", "x", "--format", "y"],
        "der Wert „y“ passt nicht zu „--format <FORMAT>“. Möglich sind „csv“ und „jsonl“."
      ),
    ])
  func wrongUsage(arguments: [String], words: String) async throws {
    let peach = try PeachProcess(
      arguments, home: home, environment: GermanCatalogue.environment)
    let (status, errors) = await peach.finish()
    #expect(status == 64)
    #expect(errors.hasPrefix("Fehler: \(words)\n"))
  }

  @Test("families of sounds, and what is wrong with a SoundFont")
  func sounds() async throws {
    let broken = home.directory.appending(path: "kaputt.sf2")
    try home.write("RIFF", to: broken)
    let list = try await run("sounds", "list", "sine", "--sound-fonts", broken.path)
    #expect(list.output.contains("  Synthesizer, Solo"))
    #expect(list.errors.contains("kaputt.sf2 wird nicht verwendet: kein SoundFont"))
    let unknown = try await run("sounds", "info", "triangel")
    #expect(
      unknown.errors.hasPrefix(
        "peach: einen Klang „triangel“ gibt es nicht (ist Triangle gemeint?)"))
  }

  @Test("one record and several are counted as German does")
  func plurals() async throws {
    let file = home.directory.appending(path: "a.csv")
    let heading = """
      # peach-export-format:1
      trainingType,timestamp,referenceNote,referenceNoteName,targetNote,targetNoteName,interval,tuningSystem,centOffset,isCorrect,initialCentOffset,userCentError
      pitchMatching,2026-03-03T14:30:09Z,60,C4,60,C4,P1,equalTemperament,,,41.7,-3.2

      """
    func comparison(_ second: Int) -> String {
      "pitchComparison,2026-03-03T14:30:0\(second)Z,60,C4,67,G4,P5,equalTemperament,-12.5,true,,\n"
    }
    try home.write(heading + comparison(1), to: file)
    #expect(
      try await run("data", "import", file.path).output
        == [
          "Vergleiche: 1 neu, 0 schon vorhanden", "eingestimmte Töne: 1 neu, 0 schon vorhanden",
          "Fragen zur Reinheit: 0 neu, 0 schon vorhanden",
          "gespielte Töne: 0 neu, 0 schon vorhanden",
        ])
    let copy = home.directory.appending(path: "b.csv").path
    #expect(
      try await run("data", "export", copy).output
        == [
          "1 Vergleich, 1 eingestimmter Ton, 0 Fragen zur Reinheit und 0 gespielte Töne in \(copy)"
        ])
    try home.write(heading + comparison(1) + comparison(2), to: file)
    _ = try await run("data", "import", file.path)
    #expect(
      try await run("data", "export", copy, "--force").output
        == [
          "2 Vergleiche, 1 eingestimmter Ton, 0 Fragen zur Reinheit und 0 gespielte Töne in \(copy)"
        ])
    try home.write(heading + "x\n", to: file)
    #expect(
      try await run("data", "import", file.path).errors.hasSuffix(
        """
        peach: nichts wurde importiert, weil 1 Zeile nicht lesbar ist. Die Datei berichtigen oder \
        solche Zeilen mit --skip-bad überspringen

        """))
  }

  @Test("numbers have a comma, notes their German names")
  func numbersAndNotes() async throws {
    let figures = try await run("simulate", "--listeners", "1", "--trials", "100").output
    #expect(
      figures.first?.hasPrefix("1 Hörer, P1, Schwelle 10 Cent, Unaufmerksamkeit 0,02,") == true)
    #expect(figures.contains { $0.hasPrefix("adaptive") && $0.contains(",") })
    #expect(!figures.contains { $0.hasPrefix("adaptive") && $0.contains(/[0-9]\.[0-9]/) })
    try await FixtureHistory.install(FixtureHistory.lines, in: home)
    let page = try await run("report", "--out", "-").output.joined()
    for name in ["C4", "Cis4", "Es3", "Fis3", "Gis4", "A3", "B3", "H3"] {
      #expect(page.contains(">\(name)<"), "\(name)")
    }
    #expect(!page.contains(">C♯4<"))
  }

  @Test("numbers of settings have the comma, and are read with comma or point")
  func settings() async throws {
    let result = try await run("settings", "set", "noteDuration", "9")
    #expect(result.status == 78)
    #expect(result.errors == "peach: noteDuration = 9 ist nicht erlaubt; erlaubt: 0,3…3,0\n")
    let list = try await run("settings", "list").output
    #expect(list.first == "intervals           P1  (Vorgabe)")
    #expect(list.contains("noteDuration        1,0  (Vorgabe)"))
    #expect(try await run("settings", "set", "noteDuration", "0,7").status == 0)
    #expect(try await run("settings", "get", "noteDuration").output == ["0.7"], "as in the file")
    let json = try await run("settings", "list", "--json").output.joined()
    #expect(json.contains("\"value\" : \"0.7\"") && json.contains("0.3…3.0"))
  }

  @Test("the system's own reasons and Peach's stand in one line")
  func systemReason() async throws {
    let result = try await run("data", "export", "/proc/x.csv")
    #expect(result.status == 66 || result.status == 73)
    #expect(result.errors.hasPrefix("peach: die Datei "))
  }
}

extension ServerTests {
  /// Training in German: on a terminal by keys, from a pipe by the commands, which are English.
  @Suite("Training in German")
  @MainActor
  struct GermanTrainingTests {
    private let home: Home

    init() async throws {
      home = try Home()
      try home.makeHistory()
      try await GermanCatalogue.prepare()
    }

    @Test("comparison on a terminal")
    func terminal() async throws {
      let server = try await ServerTests.server()
      let peach = try PseudoTerminal(
        ["compare", "--note-duration", "0.3"], home: home, server: ServerTests.serverName,
        environment: GermanCatalogue.environment)
      #expect(await peach.shows("erster"))
      #expect(await peach.shows("tiefer"))
      #expect(await peach.shows("Leertaste"))
      peach.type("k")
      #expect(await peach.shows("um "))
      peach.type("?")
      #expect(await peach.shows("der zweite Ton ist höher"))
      peach.type("\u{1B}")
      #expect(await peach.shows("Pause."))
      peach.type("q")
      #expect(await peach.shows("weitere"))
      peach.type("\u{1B}")
      #expect(await peach.shows("Einklang"))
      #expect(await peach.change() == .exited(0))
      #expect(peach.isAsBefore)
      await server.stop()
    }
  }
}
