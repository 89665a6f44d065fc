import ArgumentParser
import CFluidSynth
import Music
import Sound
import SoundFonts
import Training

struct CallbackCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "callback", abstract: "What the process callback costs, beside plain FluidSynth.")

  @Option(help: "How many periods of each kind are measured.", transform: wholeNumber)
  var periods = 20_000
  @OptionGroup var options: BenchOptions

  func measure(into writer: ReportWriter) async throws {
    writer.write(try await report())
    // A chord takes half a second of frames.
    writer.write(try await BurstBenchmark(times: min(periods, 1000)).run())
  }
}

/// The cost of the process callback per period, next to plain FluidSynth in the same run.
@MainActor extension CallbackCommand {
  private static let periodLengths = [16, 64, 256, 1024]
  private static let sampleRate = 48_000.0

  /// The highest ratio of the medians of one note to FluidSynth's for each period in frames: with the fastest version
  /// of the resampler, and with the one that every processor of its kind has.
  private static let limits = [64: 0.5, 256: 0.55, 1024: 0.6]
  private static let common = (version: "SSE2", limit: 0.8)

  /// The highest ratio of silence to FluidSynth's note, and the period at which it is measured.
  private static let silence = (frames: 64, limit: 0.05)

  /// The highest share of the shortest period that the 99.9th percentile takes, in percent.
  static let shortestPeriod = (frames: 16, limitPercent: 8.0)

  /// Successive periods of one source: enough to warm the caches, few compared with the total.
  private static let batch = 250

  private func report() async throws -> Report {
    let library = try SoundFontLibrary()
    let clockCost = Clock.thread.cost
    var report = Report(
      "callback", "Callback: thread CPU time per period at 48 kHz",
      ["sounding", "resampler", "frames"] + Distribution.periodColumns + [
        .init("medians", "of FluidSynth's median", 3), .init("means", "of its mean", 3),
      ],
      notes: [
        "Silence is measured in groups of 16 periods, everything else period by period, less the clock's own",
        "cost of \(Int(clockCost)) ns. FluidSynth has its default settings. It renders 64 frames at once:",
        "shorter periods are cheap three times out of four, and only their mean and upper end count.",
      ])
    for frames in Self.periodLengths {
      var sources = [try fluidSynth(library, frames: frames)]
      for sounding in PeriodSource.Sounding.allCases {
        sources.append(try await peach(sounding, library, frames: frames))
      }
      for version in ResamplerVersions.names.indices.dropFirst() {
        sources.append(try await peach(.oneNote, library, frames: frames, version: version))
      }
      let costs = try await measure(sources, clockCost: clockCost)
      for (source, cost) in zip(sources, costs) {
        let median = frames < 64 ? Double.nan : cost.median / costs[0].median
        report.add(
          row: [source.name, source.resampler, frames]
            + cost.periodFigures(periodSeconds: Double(frames) / Self.sampleRate)
            + [median, cost.mean / costs[0].mean])
        addGoals(of: source, frames: frames, cost, median, to: &report)
      }
    }
    return report
  }

  /// Adds what is promised of silence, and of one note with the first or the common version of the resampler.
  private func addGoals(
    of source: PeriodSource, frames: Int, _ cost: Distribution, _ median: Double,
    to report: inout Report
  ) {
    let isCommon = source.resampler == Self.common.version
    let isFirst = source.resampler == ResamplerVersions.names[0]
    switch source.sounding {
    case .silence where frames == Self.silence.frames:
      report.goal(
        "silence at \(frames) frames against FluidSynth's note, medians", median,
        atMost: Self.silence.limit)
    case .oneNote where frames == Self.shortestPeriod.frames && isFirst:
      report.goal(
        "99.9 % of periods at \(frames) frames with one note, of the period",
        cost.value(atPercentile: 99.9) / 1e7 * Self.sampleRate / Double(frames),
        atMost: Self.shortestPeriod.limitPercent, " %")
    case .oneNote where isFirst || isCommon:
      guard let limit = Self.limits[frames] else { return }
      report.goal(
        "one note at \(frames) frames against FluidSynth, medians, \(source.resampler)", median,
        atMost: isCommon ? Self.common.limit : limit)
    default: break
    }
  }

  /// The thread CPU time of each source's periods, in alternating batches, so that other activity of the machine
  /// affects all of them alike.
  private func measure(
    _ sources: [PeriodSource], clockCost: Double
  ) async throws -> [Distribution] {
    var results = sources.map { _ in Distribution() }
    for start in stride(from: 0, to: periods, by: Self.batch) {
      for (index, source) in sources.enumerated() {
        try Task.checkCancellation()
        for _ in 0..<Self.batch / 10 {
          try await source.prepare()
          source.render()
        }
        // Silence takes less time than a reading of the clock.
        let group = source.sounding == .silence ? 16 : 1
        for _ in start..<min(start + Self.batch, periods) {
          try await source.prepare()
          let duration = Clock.thread.time { for _ in 0..<group { source.render() } }
          results[index].record(max(duration - clockCost, 0) / Double(group))
        }
      }
    }
    return results
  }

  // MARK: Sources

  /// A source of periods that is measured.
  private struct PeriodSource {
    enum Sounding: String, CaseIterable {
      case silence = "no note"
      case oneNote = "one note"
      case fiveNotes = "five notes"
      /// One note that is retuned before each period.
      case glide
      /// A note starts every 50 ms, while the last one fades out.
      case starts
    }

    let name: String
    /// `nil` for FluidSynth.
    let sounding: Sounding?
    let resampler: String

    /// Does what happens outside the callback before the next period; this is not timed.
    let prepare: () async throws -> Void

    /// Renders one period; this is timed.
    let render: () -> Void
  }

  /// Peach's own process callback, rendering without a server.
  private func peach(
    _ sounding: PeriodSource.Sounding, _ library: SoundFontLibrary, frames: Int, version: Int = 0
  ) async throws -> PeriodSource {
    let player = try RenderedPlayer(period: frames, library: library, resampler: version)
    if sounding == .silence { try await player.playShortly() }
    var handles = try await player.hold(
      sounding == .silence ? 0 : sounding == .fiveNotes ? 5 : 1)
    try player.render(sounding == .silence ? 48_000 : frames)
    var count = 0
    let prepare = {
      player.engine.deliverEvents()
      count += 1
      if sounding == .glide {
        // Back and forth within a semitone.
        let cents = Cents(Double(count % 400 - 200) / 2)
        try handles[0].adjustFrequency(RenderedPlayer.pitch.shifted(by: cents))
      } else if sounding == .starts, count.isMultiple(of: max(1, 2400 / frames)) {
        handles[0].stop()
        handles = [try await player.play()]
      }
    }
    return PeriodSource(
      name: sounding.rawValue, sounding: sounding,
      resampler: ResamplerVersions.names[version], prepare: prepare,
      render: { player.renderPeriod() })
  }

  /// FluidSynth's rendering of one note with its default settings: reverb and chorus, its own interpolation
  /// and a lock in every call.
  private func fluidSynth(_ library: SoundFontLibrary, frames: Int) throws -> PeriodSource {
    let plain = try PlainFluidSynth(font: library.builtInFont, sampleRate: Self.sampleRate)
    var left = [Float](repeating: 0, count: frames)
    var right = left
    return PeriodSource(
      name: "FluidSynth, one note", sounding: nil, resampler: "its own", prepare: {},
      render: {
        _ = fluid_synth_write_float(plain.synth, Int32(frames), &left, 0, 1, &right, 0, 1)
      })
  }
}

/// The dearest period while the voices of a chord begin or end, next to the dearest while the same ones sound.
///
/// A chord is played again and again. The same work is done in the same period of each time, so the least cost
/// of each period is that of the work alone, whatever else the machine does; the dearest of them counts.
struct BurstBenchmark {
  private static let periodLengths = [16, 64, 256]

  /// How much dearer a period may be in which five notes begin.
  private static let limit = 1.5

  /// How long a chord sounds before it is taken to sound steadily, and then is silent, in frames.
  private static let rest = 9600

  /// What is measured of a beginning and of an end, in frames: what comes before the first frame, and a fade.
  private static let span = 1440

  /// How often the chord is played.
  let times: Int

  func run() async throws -> Report {
    var report = Report(
      "bursts", "The dearest period of a chord at 48 kHz, thread CPU time",
      [
        "voices", "frames", .init("soundingMicroseconds", "sounding us", 2),
        .init("beginningMicroseconds", "beginning us", 2),
        .init("beginningRatio", "of sounding", 2), .init("endingMicroseconds", "ending us", 2),
        .init("endingRatio", "of sounding", 2),
      ])
    let library = try SoundFontLibrary()
    let clockCost = Clock.thread.cost
    for voices in [1, 5] {
      for frames in Self.periodLengths {
        let player = try RenderedPlayer(period: frames, library: library)
        // The least costs of the periods in a row.
        var (beginning, sounding, ending) = ([Double](), [Double](), [Double]())
        func render(into least: inout [Double]) {
          let costs = (0..<Self.span / frames).map { _ in
            max(Clock.thread.time { player.renderPeriod() } - clockCost, 0)
          }
          least = least.isEmpty ? costs : zip(least, costs).map { min($0, $1) }
          player.engine.deliverEvents()
        }
        for _ in 0..<times {
          try Task.checkCancellation()
          let handles = try await player.hold(voices, at: AmplitudeDB(-12))
          render(into: &beginning)
          try player.render(Self.rest)
          render(into: &sounding)
          for handle in handles { handle.stop() }
          render(into: &ending)
          try player.render(Self.rest)
        }
        let steady = sounding.max() ?? .nan
        let (first, last) = (beginning.max() ?? .nan, ending.max() ?? .nan)
        report.add(
          voices, frames, steady / 1000, first / 1000, first / steady, last / 1000, last / steady)
        guard voices > 1 else { continue }
        report.goal(
          "beginning, \(voices) voices, \(frames) frames", first / steady, atMost: Self.limit,
          " of sounding")
      }
    }
    return report
  }
}
