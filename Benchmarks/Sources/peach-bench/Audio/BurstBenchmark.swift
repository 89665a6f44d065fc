import Music
import Sound
import SoundFonts
import Training

/// The dearest period while the voices of a chord begin or end, next to the dearest while the same ones sound.
///
/// A chord is played again and again. The same work is done in the same period of each time, so the least cost
/// of each period is that of the work alone, whatever else the machine does; the dearest of them counts.
struct BurstBenchmark {
  static let periodLengths = [16, 64, 256]
  private static let sampleRate = 48_000.0

  /// How much dearer a period may be in which a chord begins.
  private static let limit = 1.5

  /// How long a chord sounds before it is taken to sound steadily, and then is silent, in frames.
  private static let rest = 9600

  /// What is measured of a beginning and of an end, in frames: what comes before the first frame, and a fade.
  private static let span = 1440

  /// How often the chord is played.
  let times: Int

  /// The least costs of the periods in a row, in nanoseconds.
  private struct Costs {
    private var least: [UInt64] = []

    mutating func record(_ cost: UInt64, of period: Int) {
      if period < least.count {
        least[period] = min(least[period], cost)
      } else {
        least.append(cost)
      }
    }

    var dearest: Double { Double(least.max() ?? 0) }
  }

  func run() async throws -> Report {
    let library = try SoundFontLibrary()
    let clockCost = ThreadClock.measureCost()
    var report = Report(
      key: "bursts", title: "The dearest period of a chord at 48 kHz, thread CPU time",
      columns: [
        ReportColumn(key: "voices", heading: "voices"),
        ReportColumn(key: "frames", heading: "frames"),
        ReportColumn(key: "soundingMicroseconds", heading: "sounding us"),
        ReportColumn(key: "beginningMicroseconds", heading: "beginning us"),
        ReportColumn(key: "beginningRatio", heading: "of sounding"),
        ReportColumn(key: "endingMicroseconds", heading: "ending us"),
        ReportColumn(key: "endingRatio", heading: "of sounding"),
      ])
    for voices in [1, 5] {
      for frames in Self.periodLengths {
        let costs = try await measure(
          voices: voices, frames: frames, library: library, clockCost: clockCost)
        let beginning = costs.beginning / max(costs.sounding, 1)
        report.rows.append([
          .number(Double(voices)), .number(Double(frames)),
          .number(costs.sounding / 1000, decimals: 2),
          .number(costs.beginning / 1000, decimals: 2), .number(beginning, decimals: 2),
          .number(costs.ending / 1000, decimals: 2),
          .number(costs.ending / max(costs.sounding, 1), decimals: 2),
        ])
        guard voices > 1 else { continue }
        report.goals.append(
          ReportGoal(
            name: "beginning, \(voices) voices, \(frames) frames", limit: Self.limit,
            measured: beginning, unit: "of sounding"))
      }
    }
    return report
  }

  private func measure(
    voices: Int, frames: Int, library: SoundFontLibrary, clockCost: UInt64
  ) async throws -> (sounding: Double, beginning: Double, ending: Double) {
    let engine = OfflineEngine(sampleRate: Self.sampleRate)
    let player = try SoundFontNotePlayer(
      sink: engine, library: library, settings: FixedSettings())
    engine.onEvent = { [weak player] in player?.handle($0) }
    let period = StereoPeriod(frames: frames)
    func render(_ count: Int, into costs: inout Costs) {
      for index in 0..<count / frames {
        let begin = ThreadClock.now()
        engine.renderPeriod(left: period.left, right: period.right, frames: frames)
        let cost = ThreadClock.now() - begin
        costs.record(cost - min(cost, clockCost), of: index)
      }
      engine.deliverEvents()
    }
    let chord = Passage(
      (0..<voices).map { number in
        let cents = Cents(Double(700 * number % 1200))
        let pitch = TuningSystem.standardReferencePitch.shifted(by: cents)
        return Passage.Note(NoteRequest(pitch, at: AmplitudeDB(-12)), duration: nil)
      })
    var (beginning, sounding, ending, unused) = (Costs(), Costs(), Costs(), Costs())
    for _ in 0..<times {
      try Task.checkCancellation()
      let handles = try await player.play(chord)
      render(Self.span, into: &beginning)
      render(Self.rest, into: &unused)
      render(Self.span, into: &sounding)
      for handle in handles { handle.stop() }
      render(Self.span, into: &ending)
      render(Self.rest, into: &unused)
    }
    return (sounding.dearest, beginning.dearest, ending.dearest)
  }
}
