import Foundation
import Testing

@testable import PeachApp

@Suite("peach simulate")
@MainActor
struct SimulateTests {
  @Test("thresholds from a file: even between the notes given, level beyond them")
  func thresholdFile() throws {
    let thresholds = try ThresholdFile.thresholds(
      in: "# mine\n48 16\n\n60  4 # middle C\n72 4", named: "mine.txt")
    #expect(thresholds.count == 128)
    for (note, expected) in [(0, 16.0), (48, 16), (54, 8), (60, 4), (66, 4), (127, 4)] {
      #expect(abs(thresholds[note] - expected) < 1e-12)
    }
  }

  @Test(
    "a bad line is told by its number",
    arguments: ["60", "60 x", "128 3", "60 0", "60 -3", "60 nan", "60 3 4", "60.5 3", "59 1\n59 2"])
  func badLines(text: String) {
    let line = text.split(separator: "\n").count
    #expect(throws: Fault.self) { try ThresholdFile.thresholds(in: text, named: "f") }
    do {
      _ = try ThresholdFile.thresholds(in: text, named: "f")
    } catch {
      #expect(error.message.hasPrefix("f:\(line): "))
      #expect(error.status == .badData)
    }
  }

  @Test("lines may end as on other systems", arguments: ["\r\n", "\r", "\n"])
  func lineEnds(end: String) throws {
    let thresholds = try ThresholdFile.thresholds(in: "60 4\(end)72 8\(end)", named: "f")
    #expect(abs(thresholds[72] - 8) < 1e-12)
  }

  @Test("a file without thresholds is no listener")
  func empty() {
    #expect(throws: Fault.self) { try ThresholdFile.thresholds(in: "# nothing\n", named: "f") }
  }

  private func run(_ arguments: [String]) async throws -> (
    status: Int32, output: [String], errors: String
  ) {
    let peach = try PeachProcess(arguments, home: Home())
    peach.endInput()
    let output = await peach.rest()
    let (status, errors) = await peach.finish()
    return (status, output, errors)
  }

  @Test("the program prints a table, or one JSON object, the same for the same seed")
  func program() async throws {
    let arguments = ["simulate", "--listeners", "2", "--trials", "30", "--seed", "7"]
    let first = try await run(arguments)
    #expect(first.status == 0 && first.errors.isEmpty)
    #expect(first.output.line(0).hasPrefix("2 listeners, strategy kazez"))
    #expect(try await run(arguments).output == first.output)
    let json = try await run(arguments + ["--json", "--strategy", "adaptive"])
    #expect(json.output.count == 1)
    #expect(json.output.line(0).hasPrefix(#"{"strategy":"adaptive""#))
  }

  @Test(
    "what cannot be is told, and nothing is printed",
    arguments: [
      (["--lapses", "0.6"], 64), (["--trials", "0"], 64), (["--interval", "P9"], 64),
      (["--note-range-max", "40"], 64), (["--strategy", "luck"], 64),
      (["--listener", "/nonexistent/file"], 66),
    ])
  func badOptions(options: [String], status: Int) async throws {
    let result = try await run(["simulate"] + options)
    #expect(result.status == Int32(status))
    #expect(result.output.isEmpty && !result.errors.isEmpty)
  }

  @Test("on a terminal a bar tells how far it is, and a signal ends it")
  func progress() async throws {
    let home = try Home()
    let peach = try PseudoTerminal(
      ["simulate", "--listeners", "10000"], home: home, server: "peachnone")
    #expect(await peach.shows("Simulating ["))
    #expect(await peach.shows(" %"))
    peach.signal(SIGTERM)
    #expect(await peach.change() == .signalled(SIGTERM))
  }
}
