import ArgumentParser
import Console
import Foundation

struct ScreenCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "screen", abstract: "What a change of the terminal's screen costs.")

  @OptionGroup var output: OutputOptions

  func measure(into writer: ReportWriter) async throws {
    writer.write(ScreenBenchmark().run())
  }
}

/// The processor time from a frame to its bytes, and their number: the states of a training in
/// turn, and frames that have nothing in common.
struct ScreenBenchmark {
  private static let frames = 400
  private static let goal = TerminalSize(columns: 80, rows: 24)

  func run() -> Report {
    var report = Report(
      key: "screen", title: "A change of the screen",
      columns: [
        ReportColumn(key: "case", heading: "case"),
        ReportColumn(key: "medianMicroseconds", heading: "median us"),
        ReportColumn(key: "p99Microseconds", heading: "99 % us"),
        ReportColumn(key: "medianBytes", heading: "median bytes"),
        ReportColumn(key: "maxBytes", heading: "max bytes"),
      ])
    for size in [Self.goal, TerminalSize(columns: 200, rows: 60)] {
      for (name, frame) in [("a training's state", Self.state), ("everything", Self.anything)] {
        let (times, bytes) = measure(frame, size)
        report.rows.append([
          .text("\(name), \(size.columns) x \(size.rows)"),
          .number(Double(times.median) / 1000),
          .number(Double(times.value(atPercentile: 99)) / 1000),
          .number(Double(bytes.median)), .number(Double(bytes.max)),
        ])
        guard size == Self.goal else { continue }
        report.goals += [
          ReportGoal(
            name: "\(name), time", limit: 2,
            measured: Double(times.value(atPercentile: 99)) / 1_000_000, unit: " ms"),
          ReportGoal(
            name: "\(name), bytes", limit: 4, measured: Double(bytes.max) / 1000, unit: " kB"),
        ]
      }
    }
    report.notes = ["Processor time, 99th percentile; the longest of all writes."]
    return report
  }

  private func measure(
    _ frame: (Int) -> StageFrame, _ size: TerminalSize
  ) -> (times: Distribution, bytes: Distribution) {
    let capabilities = TerminalCapabilities()
    var (times, bytes) = (Distribution(), Distribution())
    var shown: Grid?
    for number in 0..<Self.frames {
      let frame = frame(number)
      let begin = ThreadClock.now()
      let grid = frame.grid(in: size)
      let text = FrameDifference.text(from: shown, to: grid, on: capabilities)
      times.record(ThreadClock.now() - begin)
      bytes.record(UInt64(text.utf8.count))
      shown = grid
    }
    return (times, bytes)
  }

  /// The states of a comparison: two notes, waiting, a verdict with its picture.
  private nonisolated static func state(_ number: Int) -> StageFrame {
    let (trial, state) = (number / 4, number % 4)
    let step = StyledText(String(repeating: "┄", count: trial % 12), .right)
    let body: [StyledText] =
      switch state {
      case 0: [StyledText("●", .strong) + "         ·", "first    second"]
      case 1: ["○         " + StyledText("●", .strong) + "       ↑ higher   ↓ lower", ""]
      case 2: ["○         ?       ↑ higher   ↓ lower   Space again", ""]
      default:
        [
          "○" + step + StyledText("  ✗", .wrong) + " it was lower, by \(trial % 90).1 cents",
          "                   ●  E3     ♪ again   Enter skips",
        ]
      }
    return StageFrame(
      title: "Comparison, unison", corner: StyledText("\(trial) of 100"), body: body, bodyRows: 2,
      status: "Sine · A 440 · → Scarlett 2i2 1+2 · −12 dB · LPD8",
      keys: [
        StageFrame.KeyHint("Space", "again"), StageFrame.KeyHint("p", "pause"),
        StageFrame.KeyHint("Esc", "end"),
      ])
  }

  /// A full stage of symbols in changing styles.
  private nonisolated static func anything(_ number: Int) -> StageFrame {
    let signs = ["●", "·", "word", "┄┄┄", " ", "12.8"]
    let styles: [Style] = [.plain, .plain, .plain, .strong, .right, .wrong]
    return StageFrame(
      title: StyledText("Title \(number)"), corner: StyledText("\(number)"),
      body: (0..<18).map { row in
        var line = StyledText()
        for place in 0..<16 {
          let index = number &* 31 &+ row &* 17 &+ place &* 7
          line.append(signs[(index / 3) % signs.count], styles[(index / 40) % styles.count])
        }
        return line
      }, status: StyledText("Status \(number)"))
  }
}
