import Foundation
import Music
import Testing
import Training

@testable import History

/// What a spreadsheet makes of a table: it opens it and saves it again.
@MainActor
@Suite("Tables that a spreadsheet has saved")
struct SpreadsheetTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Offsets and errors that have 16 or 17 digits.
  private static let numbers = [0.1 + 0.2, -41.700000000000003, 1.0 / 3, 1199.9999999999998, -12.5]

  private func trained() throws -> TrainingDataStore {
    let store = try TrainingDataStore.inMemory()
    for (place, number) in Self.numbers.enumerated() {
      let time = tenOClock.addingTimeInterval(Double(place / 2))
      try store.save(makeComparison(centOffset: Cents(number), at: time))
      try store.save(makePitchMatching(error: Cents(number), at: time))
    }
    return store
  }

  /// The table with every number as a spreadsheet keeps it: 15 digits.
  private func rounded(_ table: String, by change: (String) -> String = { $0 }) -> String {
    table.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map { field in
        guard field.contains("."), let number = Double(field) else { return change(String(field)) }
        return change(String(format: "%.15g", number))
      }.joined(separator: ",")
    }.joined(separator: "\n")
  }

  @Test("rows of 15 digits are the results that they were", arguments: [ExportFormat.csv, .app])
  func digits(format: ExportFormat) async throws {
    let store = try trained()
    let table = try await store.exported(format, in: directory)
    #expect(rounded(table) != table)
    let contents = try store.contents
    let summary = try await store.take(rounded(table), in: directory)
    #expect(summary.faultCount == 0 && summary.conflicts == 0)
    #expect(summary.comparison.new == 0 && summary.comparison.present == Self.numbers.count)
    #expect(summary.matching.new == 0 && summary.matching.present == Self.numbers.count)
    #expect(try store.contents == contents)
  }

  @Test("it does not matter whether the rounded table or the other one comes first, nor how often")
  func order() async throws {
    let table = try await trained().exported(.app, in: directory)
    let doubled = table + "\n" + table.split(separator: "\n").dropFirst(2).joined(separator: "\n")
    for text in [table, doubled] {
      for files in [[text, rounded(text)], [rounded(text), text]] {
        let store = try TrainingDataStore.inMemory()
        #expect(try await store.take(files[0], in: directory).comparison.present == 0)
        let contents = try store.contents
        for file in files + files {
          let summary = try await store.take(file, in: directory)
          #expect(summary.comparison.new == 0 && summary.matching.new == 0)
        }
        #expect(try store.contents == contents)
      }
    }
  }

  @Test("two histories with the one and with the other are the same once they are merged")
  func merging() async throws {
    let table = try await trained().exported(.app, in: directory)
    let stores = try ["one", "other"].map {
      try TrainingDataStore(url: directory.url.appendingPathComponent($0 + ".sqlite"))
    }
    _ = try await stores[0].take(table, in: directory)
    _ = try await stores[1].take(rounded(table), in: directory)
    let copies = stores.map { $0.path + ".copy" }
    for (store, copy) in zip(stores, copies) { try store.backUp(to: URL(fileURLWithPath: copy)) }
    _ = try await HistoryMerge(copies[1], into: stores[0]).run()
    _ = try await HistoryMerge(copies[0], into: stores[1]).run()
    #expect(try stores[0].contents == stores[1].contents)
    #expect(try stores[0].comparisonCount() == Self.numbers.count)
  }

  @Test("results that differ by what can be heard stay apart")
  func different() async throws {
    let store = try TrainingDataStore.inMemory()
    let rows = [1.0, 1.00001, 1.00002].map { appRow(values: "\($0),true,,") }
    #expect(try await store.take(appFile(rows[0], rows[1]), in: directory).comparison.new == 2)
    let summary = try await store.take(appFile(rows[2], rows[0], rows[1]), in: directory)
    #expect(summary.comparison == TrainingCounts(new: 1, present: 2))
  }

  /// The table as a spreadsheet writes it where the decimal point is a comma.
  private func localized(_ table: String, separator: String, mark: String = "") -> String {
    let lines = table.split(separator: "\n")
    let width = lines.last?.count { $0 == "," } ?? 0
    let padding = String(repeating: separator, count: width)
    let rows = rounded(lines.dropFirst().joined(separator: "\n")) { field in
      switch field {
      case "true": "WAHR"
      case "false": "FALSCH"
      default: Double(field) == nil ? field : field.replacing(".", with: "\u{1}")
      }
    }
    .replacing(",", with: separator).replacing("\u{1}", with: ",")
    return mark + lines[0] + padding + "\r\n" + rows.replacing("\n", with: "\r\n") + "\r\n"
  }

  @Test(
    "other separators, decimal commas and German words are read",
    arguments: [ExportFormat.csv, .app], [";", "\t"])
  func separators(format: ExportFormat, separator: String) async throws {
    let store = try trained()
    let table = try await store.exported(format, in: directory)
    for mark in ["", "\u{FEFF}", "sep=\(separator)\r\n"] {
      let summary = try await store.take(
        localized(table, separator: separator, mark: mark), in: directory)
      #expect(summary.faults.map(\.fault) == [])
      #expect(summary.comparison == TrainingCounts(present: Self.numbers.count))
      #expect(summary.matching == TrainingCounts(present: Self.numbers.count))
    }
  }

  @Test("UTF-16 is read, with a byte order mark or without")
  func utf16() async throws {
    let store = try trained()
    try store.save(makeComparison(context: makeContext(soundSource: "Flöte 🎵:0:0")))
    let table = try await store.exported(.csv, in: directory)
    let lines = try await store.exported(.jsonLines, in: directory)
    let file = directory.url.appendingPathComponent("utf16")
    for text in [table, "sep=;\n" + localized(table, separator: ";"), lines] {
      for (encoding, mark) in [
        (String.Encoding.utf16LittleEndian, ""), (.utf16BigEndian, ""),
        (.utf16LittleEndian, "\u{FEFF}"), (.utf16BigEndian, "\u{FEFF}"),
      ] {
        try #require((mark + text).data(using: encoding)).write(to: file)
        let summary = try await HistoryImport(file.path, into: store).run()
        #expect(summary.faults.map(\.fault) == [])
        #expect(summary.comparison == TrainingCounts(present: Self.numbers.count + 1))
      }
    }
  }

  @Test("a line in front names the separator, also the usual one")
  func declared() async throws {
    let store = try TrainingDataStore.inMemory()
    #expect(try await store.take("sep=,\n" + appFile(appRow()), in: directory).comparison.new == 1)
    let other = appFile(appRow()).replacing(",", with: "|")
    #expect(try await store.take("SEP=|\r\n" + other, in: directory).comparison.present == 1)
  }

  @Test("every row may be padded to the width of the widest")
  func padded() async throws {
    let store = try TrainingDataStore.inMemory()
    let file = appFile(appRow()).replacing("\n", with: ",,,,\n") + ",,,,"
    #expect(try await store.take(file, in: directory).comparison.new == 1)
  }

  @Test("a date that was rewritten is refused with its line")
  func dates() async throws {
    let store = try TrainingDataStore.inMemory()
    let row = appRow(at: "03.03.2026 14:30").replacing(",", with: ";")
    let text = appFile().replacing(",", with: ";") + "\n" + row
    let summary = try await store.take(text, in: directory)
    #expect(summary.faults.map(\.line) == [3])
    #expect(
      summary.faults.first?.fault
        == .value(.notAllowed("timestamp", value: "03.03.2026 14:30", .time)))
  }

  @Test(
    "a first line that a spreadsheet has padded names no newer version; one that is damaged neither",
    arguments: ["3;;;;", "3\t\t", "3,,,,", "3\"", "3 of 4", ""])
  func version(text: String) throws {
    let line = FileFormat.appMark + text
    do throws(ExchangeFault) {
      #expect(try FileFormat(firstLine: line, path: "f") == .app)
    } catch {
      #expect(["3 of 4", ""].contains(text) && error == .unknownFormat(path: "f"))
    }
  }
}
