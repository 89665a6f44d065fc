import Foundation

@testable import PeachApp

/// Records that come and go, and files that are none.
enum ExchangeScenes {
  static let all = files + rows + joined + exported

  private static let header = FixtureHistory.ofApp.split(separator: "\n")[1]
  private static let table =
    "id,training,timestamp,referenceNote,targetNote,interval,tuningSystem,centOffset,isCorrect,"
    + "initialCentOffset,userCentError"

  private static func file(_ name: String, _ text: String, _ options: String = "") -> Scene {
    Scene(name, "peach data import a.csv\(options)", files: ["a.csv": text])
  }

  private static let files: [Scene] = [
    Scene("a file that is not there", "peach data import no-such.csv"),
    Scene("a directory", "mkdir d; peach data import d"),
    Scene("a directory to merge", "mkdir d; peach data merge d"),
    file("an empty file", ""), file("some text", "Dear diary,\nI sang.\n"),
    Scene("standard input without records", "peach data import -", input: "x\n"),
    file("a newer version of the app", "# peach-export-format:9\n"),
    file("a newer version of Peach's table", "# peach-jack-export-format:4\n"),
    file("a newer version of JSON lines", #"{"format":"peach-jack-export","version":4}"# + "\n"),
    file("a version that is none", "# peach-export-format:new\n"),
    file("columns that do not belong", "# peach-export-format:1\ntrainingType,timestamp,song\n"),
    file("no columns", "# peach-jack-export-format:1\n"),
    file(
      "nothing but its heading, in place of all", "# peach-jack-export-format:1\n\(table)\n",
      " --replace --yes"),
    Scene("a merge with no database", "peach data merge a.txt", files: ["a.txt": "no database"]),
    Scene("a merge with a file that is not there", "peach data merge no-such.sqlite"),
    Scene("a merge with itself", withHistory: "peach data merge data/peach/training.sqlite"),
    Scene("an import of a database", withHistory: "peach data import data/peach/training.sqlite"),
  ]

  /// A table of the app with these rows.
  private static func app(_ rows: String...) -> String {
    "# peach-export-format:1\n\(header)\n" + rows.joined(separator: "\n") + "\n"
  }

  /// JSON lines: one record for each of these changes to a good one.
  private static func json(_ changes: (String, String)...) -> String {
    let good =
      #"{"training":"comparison","id":"11111111-1111-4111-8111-111111111111","#
      + #""timestamp":"2024-03-03T14:30:00.123Z","referenceNote":60,"targetNote":67,"interval":"P5","#
      + #""tuningSystem":"equal","centOffset":-12.5,"isCorrect":true}"#
    return changes.map { good.replacing($0.0, with: $0.1) }.joined(separator: "\n") + "\n"
  }

  private static let comparison =
    "pitchComparison,2024-03-03T14:30:00Z,60,C4,67,G4,P5,equalTemperament,-12.5,true,,"

  private static let rows: [Scene] = [
    file(
      "rows of the app that cannot be",
      app(
        "pitchComparison,2024-03-03T14:30:00Z", "singing" + comparison.dropFirst(15),
        comparison.replacing("P5", with: "X9"), comparison.replacing("equalT", with: "wolfT"),
        comparison.replacing(",67,G4", with: ",66,F#4"),
        comparison.replacing("-12.5", with: "loud"),
        comparison.replacing("true", with: "perhaps"),
        comparison.replacing(",60,C4", with: ",200,?"),
        comparison.replacing("2024-03-03T14:30:00Z", with: "yesterday"),
        comparison.replacing("true", with: ""))),
    file(
      "quotes where they do not belong",
      app(comparison.replacing("C4", with: "C\"4"), comparison, "\"" + comparison)),
    file(
      "lines of JSON that cannot be",
      json(
        ("", ""), ("{", "["), (#""training":"comparison","#, ""), ("comparison", "singing"),
        ("11111111-1", "x"),
        ("2024-03-03T", "1926-03-03T"), (":60,", ":128,"), ("67", "66"), ("60", "127"),
        ("P5", "p5"),
        ("equal", "wolf"), ("-12.5", "-1300"), ("true", "1"), (#","isCorrect":true"#, ""))),
    Scene(
      "bytes that are no text", "peach data import a.csv",
      prepare: { home in
        let text = app(comparison)
        try (Data(text.utf8) + Data([0xFF, 0x0A, 0x00, 0x0A])).write(
          to: home.directory.appending(path: "a.csv"))
      }),
    file("one row", app("x")), file("one row, left out", app(comparison, "x"), " --skip-bad"),
    file("one row, only shown", app(comparison, "x"), " --dry-run"),
    file("many rows", app(String(repeating: "x\n", count: 40))),
    file("many rows, in JSON", app("x", "y"), " --json"),
    file(
      "another training's rows",
      app(comparison, "rhythmMatching,,,,,,,,,,,", "rhythmOffsetDetection,,,,,,,,,,,")),
  ]

  private static let joined: [Scene] = [
    Scene(
      "taken in, and again", "peach data import a.csv && peach data import a.csv",
      files: ["a.csv": FixtureHistory.ofApp]),
    Scene(
      "only shown", "peach data import a.csv --dry-run", files: ["a.csv": FixtureHistory.ofApp]),
    Scene(
      "in place of all", withHistory: "peach data import a.csv --replace --yes",
      files: ["a.csv": app(comparison)]),
    Scene(
      "another result's id", "peach data import a.jsonl && peach data import b.jsonl",
      files: ["a.jsonl": json(("", "")), "b.jsonl": json(("-12.5", "20"))]),
    Scene(
      "a history merged",
      withHistory: "peach data merge data/peach/training.sqlite --data other.sqlite"),
  ]

  private static let exported: [Scene] = [
    Scene("exported", withHistory: "peach data export a.csv && peach data export - --format jsonl"),
    Scene("exported for the app", withHistory: "peach data export --for-app -"),
    Scene(
      "a tuning that the app does not know",
      withHistory: "peach data export --for-app - | tail -n 1",
      sql: "UPDATE result SET tuningSystem = 'meantone' WHERE training = 'comparison'"),
    Scene(
      "a file that is there", withHistory: "peach data export a.csv", files: ["a.csv": "mine\n"]),
    Scene("a directory to export to", withHistory: "mkdir d; peach data export d"),
    Scene("a directory that is not there", withHistory: "peach data export d/a.csv"),
    Scene(
      "a file in place of a directory", withHistory: "peach data export f/a.csv", files: ["f": ""]),
    Scene(
      "the history's own name", withHistory: "peach data export data/peach/training.sqlite --force"),
    Scene("no room on a device", withHistory: "peach data export /dev/full"),
    Scene("no room on standard output", withHistory: "peach data export - >/dev/full"),
    Scene("nobody reads", withHistory: "(peach data export - || echo $? >&2) | true"),
  ]
}
