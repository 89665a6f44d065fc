import Foundation
import Intonation
import Music

/// What the two stages cost.
struct PlayCost {
  private static let rates = [44_100.0, 48_000, 96_000, 192_000, 384_000]
  private static let seconds = 10.0

  func run() -> Report {
    var report = Report(
      key: "playedCost", title: "Cost of listening to a tone of 10 s",
      columns: [
        ReportColumn(key: "rate", heading: "rate"),
        ReportColumn(key: "percent", heading: "coarse % of a core"),
        ReportColumn(key: "milliseconds", heading: "a judgement ms"),
      ])
    var worst = 0.0
    for rate in Self.rates {
      var signal = PlayedSignal()
      signal.seconds = Self.seconds
      let samples = signal.samples(lead: 0, total: Self.seconds, sampleRate: rate).map(Float.init)
      // As the worker thread does it: at a rate that is not faster than need be.
      var decimator = InputDecimator(sampleRate: rate)
      var tracker = PitchTracker(sampleRate: decimator.rate)
      var fewer: [Float] = []
      var begin = ThreadClock.now()
      samples.withUnsafeBufferPointer { all in
        for start in stride(from: 0, to: all.count, by: JudgedRecording.piece) {
          let part = all[start..<min(start + JudgedRecording.piece, all.count)]
          let piece = decimator.append(UnsafeBufferPointer(rebasing: part))
          _ = piece.withUnsafeBufferPointer { tracker.append($0) }
          fewer += piece
        }
      }
      let percent = Double(ThreadClock.now() - begin) / 1e9 / Self.seconds * 100
      let stretch = Int(decimator.rate)..<Int(1.6 * decimator.rate)
      let note = Frequency(hertz: signal.hertz)
      begin = ThreadClock.now()
      _ = PlayedToneMeter().measure(
        fewer, stretch: stretch, sampleRate: decimator.rate, near: note, target: note)
      let milliseconds = Double(ThreadClock.now() - begin) / 1e6
      worst = max(worst, percent)
      report.rows.append([
        .number(rate), .number(percent, decimals: 3), .number(milliseconds, decimals: 2),
      ])
    }
    report.goals = [
      ReportGoal(name: "coarse stage", limit: 2, measured: worst, unit: " % of a core")
    ]
    return report
  }
}
