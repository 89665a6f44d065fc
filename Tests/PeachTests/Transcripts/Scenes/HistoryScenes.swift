import Foundation

@testable import PeachApp

/// Histories that cannot be opened, and what a check finds in those that can.
enum HistoryScenes {
  static let all = refused + checked

  private static let rubbish = String(repeating: "this is no database. ", count: 500)

  private static let refused: [Scene] = [
    Scene("none to export", "peach data export a.csv"),
    Scene("none to check", "peach data check --data no-such.sqlite"),
    Scene("none to reset", "peach data reset --yes"),
    Scene("none to back up", "peach data backup a.sqlite"),
    Scene("no database", "peach profile --data a.txt", files: ["a.txt": rubbish]),
    Scene("no database to train with", "peach compare --data a.txt", files: ["a.txt": rubbish]),
    Scene(
      "no database to be deleted", "peach data reset --yes --data a.txt", files: ["a.txt": rubbish]),
    Scene("a directory", "mkdir d; peach profile --data d"),
    Scene(
      "a place that cannot be made", "echo > f; peach data import a.csv --data f/h.sqlite",
      files: ["a.csv": FixtureHistory.ofApp]),
    Scene(
      "a newer version", withHistory: "peach profile", sql: "PRAGMA user_version = 99"),
    Scene(
      "another program's", withHistory: "peach report",
      sql: "PRAGMA application_id = 7"),
    Scene(
      "a damaged one", withHistory: "peach match",
      after: { home in
        var bytes = try Data(contentsOf: home.history)
        bytes.replaceSubrange(
          100..<bytes.count, with: Data(repeating: 0xA5, count: bytes.count - 100))
        try bytes.write(to: home.history)
        return nil
      }),
    Scene(
      "another program holds it", withHistory: "peach data import a.csv",
      files: ["a.csv": FixtureHistory.ofApp], after: { try HistoryHold($0.history) }),
  ]

  private static func recovery(_ home: Home) -> URL {
    URL(fileURLWithPath: home.history.path + ".recovery.jsonl")
  }

  private static let checked: [Scene] = [
    Scene("a sound one", withHistory: "peach data check | sed 's/[0-9]* [KMG]iB/SIZE/g'"),
    Scene("one that is no database", "peach data check --data a.txt", files: ["a.txt": rubbish]),
    Scene("in JSON", "peach data check --data a.txt --json", files: ["a.txt": rubbish]),
    Scene(
      "a newer version, checked", withHistory: "peach data check", sql: "PRAGMA user_version = 99"),
    Scene(
      "unreadable rows", withHistory: "peach data check | sed 's/[0-9]* [KMG]iB/SIZE/g'",
      sql: """
        PRAGMA ignore_check_constraints = ON;
        UPDATE result SET targetNote = 99 WHERE training = 'comparison';
        UPDATE result SET interval = 'X' WHERE training = 'matching'
        """),
    Scene(
      "the same result twice",
      withHistory: "peach data check | sed 's/[0-9]* [KMG]iB/SIZE/g'",
      sql: """
        UPDATE result SET timestamp = timestamp + 7, id = substr(id, 1, 14) || '4' || substr(id, 16);
        INSERT INTO result
          (training, id, referenceNote, targetNote, centOffset, isCorrect, interval, tuningSystem, timestamp)
          SELECT training, '00000000-0000-4000-8000-000000000001', referenceNote, targetNote, centOffset, isCorrect,
            interval, tuningSystem, timestamp FROM result WHERE training = 'comparison'
        """),
    Scene(
      "what is not Peach's", withHistory: "peach data check | sed 's/[0-9]* [KMG]iB/SIZE/g'",
      sql: "CREATE TABLE song (name TEXT)"),
    Scene(
      "others may change it", withHistory: "peach data check | sed 's/[0-9]* [KMG]iB/SIZE/g'",
      after: { home in
        chmod(home.history.path, 0o666)
        return nil
      }),
    Scene(
      "results that wait, and lines set aside",
      withHistory: "peach data check | sed 's/[0-9]* [KMG]iB/SIZE/g'",
      after: { home in
        try home.write("a\nb\n", to: recovery(home))
        return nil
      }),
    Scene(
      "results that wait stay where they are", withHistory: "peach profile | head -n 1",
      after: { home in
        try home.write("a\nb\n", to: recovery(home))
        return nil
      }),
    Scene(
      "a recovery file that is a link",
      withHistory: "peach profile | head -n 1; peach data check | tail -n 1",
      after: { home in
        try home.write("a\n", to: home.directory.appending(path: "elsewhere"))
        try FileManager.default.createSymbolicLink(
          at: recovery(home), withDestinationURL: home.directory.appending(path: "elsewhere"))
        return nil
      }),
  ]
}
