import Foundation
import Testing

@testable import PeachApp

@Suite("peach simulate")
@MainActor
struct SimulateTests {
  @Test(
    "a list of numbers has commas", arguments: [("5", [5.0]), ("5,20,60", [5, 20, 60])])
  func numbers(text: String, values: [Double]) {
    #expect(NumberList(argument: text)?.values == values)
    #expect(NumberList(argument: text)?.defaultValueDescription == text)
  }

  @Test("what is no list of numbers is none", arguments: ["", ",", "5,", "5;6", "5,loud"])
  func badNumbers(text: String) {
    #expect(NumberList(argument: text) == nil)
  }

  private func run(_ arguments: [String]) async throws -> (
    status: Int32, output: [String], errors: String
  ) {
    let (status, output, errors) = try await Home().run(arguments)
    return (status, output, errors)
  }

  @Test("the program prints a table, or one JSON object, the same for the same seed")
  func program() async throws {
    let arguments = ["simulate", "--listeners", "2", "--trials", "30", "--seed", "7"]
    let first = try await run(arguments)
    #expect(first.status == 0 && first.errors.isEmpty)
    #expect(first.output.line(0).hasPrefix("2 listeners, P1, threshold 10 cents"))
    #expect(first.output.contains { $0.hasPrefix("adaptive") })
    #expect(first.output.contains { $0.hasPrefix("kazez") })
    #expect(try await run(arguments).output == first.output)
    let json = try await run(arguments + ["--json", "--strategy", "adaptive"])
    #expect(json.output.count == 1)
    #expect(json.output.line(0).hasPrefix(#"{"cells":[{"strategy":"adaptive""#))
  }

  @Test(
    "what cannot be is told, and nothing is printed",
    arguments: [
      (["--lapses", "0.6"], 64), (["--trials", "0"], 64), (["--interval", "P9"], 64),
      (["--note-range-max", "40"], 64), (["--strategy", "luck"], 64),
      (["--threshold", "5,0"], 64), (["--shift", "200"], 64),
    ])
  func badOptions(options: [String], status: Int) async throws {
    let result = try await run(["simulate"] + options)
    #expect(result.status == Int32(status))
    #expect(result.output.isEmpty && !result.errors.isEmpty)
  }
}

extension SimulateTests {
  @Suite("peach simulate on a terminal")
  @MainActor
  struct ProcessTests {
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
}
