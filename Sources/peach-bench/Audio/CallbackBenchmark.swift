import ArgumentParser
import Sound
import SoundFonts

struct CallbackCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "callback", abstract: "What the process callback costs, beside plain FluidSynth.")

  @OptionGroup var callback: CallbackOptions
  @OptionGroup var output: OutputOptions

  func measure(into writer: ReportWriter) async throws {
    for report in try await CallbackBenchmark(periods: callback.periods).run() {
      writer.write(report)
    }
  }
}

struct CallbackOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("How many periods of each kind are measured.", valueName: "number"))
  var periods = 20_000

  func validate() throws {
    if periods < 1 {
      throw ValidationError("--periods takes a whole number from 1 up, not \(periods).")
    }
  }
}

/// The cost of the process callback per period, next to plain FluidSynth in the same run.
struct CallbackBenchmark {
  static let periodLengths = [16, 64, 256, 1024]
  private static let sampleRate = 48_000.0

  /// The period of the comparison with FluidSynth, in frames.
  private static let comparedFrames = 64

  /// The number of measured periods of each kind.
  let periods: Int

  func run() async throws -> [Report] {
    let library = try SoundFontLibrary()
    let measurement = AlternatingMeasurement(periods: periods, clockCost: ThreadClock.measureCost())
    var costs = Report(
      key: "callback", title: "Callback: thread CPU time per period at 48 kHz",
      columns: [
        ReportColumn(key: "sounding", heading: "sounding"),
        ReportColumn(key: "frames", heading: "frames"),
      ] + Distribution.periodColumns)
    var shares = CallbackShares()
    for frames in Self.periodLengths {
      var sources: [any PeriodSource] = []
      for sounding in PeachSource.Sounding.allCases {
        sources.append(
          try await PeachSource(
            sounding, library: library, frames: frames, sampleRate: Self.sampleRate))
      }
      sources.append(
        try FluidSynthSource(
          font: library.builtInFont, frames: frames, sampleRate: Self.sampleRate))
      if frames == Self.comparedFrames {
        for part in VoicePartSource.Part.all {
          sources.append(
            try VoicePartSource(part, library: library, sampleRate: Self.sampleRate))
        }
      }
      let results = try await measurement.run(sources)
      for (source, result) in zip(sources, results) {
        if source is VoicePartSource {
          shares.record(source, result)
          continue
        }
        costs.rows.append(
          [.text(source.name), .number(Double(frames))]
            + result.periodFigures(periodSeconds: Double(frames) / Self.sampleRate))
        if frames == Self.comparedFrames { shares.record(source, result) }
      }
      if frames == Self.comparedFrames {
        costs.goals.append(
          ReportGoal(
            name: "one note at 64 frames against FluidSynth, medians", limit: 0.9,
            measured: shares.ratio, unit: ""))
        costs.notes.append(
          "Ratio of the means: \(DecimalText.text(shares.ratioOfMeans, decimals: 3)).")
      }
    }
    costs.notes += [
      "Less the clock's own cost of \(measurement.clockCost) ns. FluidSynth renders 64 frames at once:",
      "shorter periods are cheap three times out of four, and only their mean and upper end count.",
    ]
    return [costs, shares.report]
  }
}

/// The parts of a period's time: one note, 64 frames.
struct CallbackShares {
  /// The whole callback with one note, and plain FluidSynth's rendering of it.
  private var voice = Distribution()
  private var reference = Distribution()
  private var parts: [(name: String, cost: Distribution)] = []

  /// Versions of the resampler that this machine could use instead.
  private var others: [(name: String, cost: Distribution)] = []

  /// Records the cost of a source if it is one of those compared.
  mutating func record(_ source: any PeriodSource, _ cost: Distribution) {
    switch source {
    case let peach as PeachSource where peach.sounding == .oneNote: voice = cost
    case is FluidSynthSource: reference = cost
    case let part as VoicePartSource where part.isUsed: parts.append((part.name, cost))
    case let part as VoicePartSource: others.append((part.name, cost))
    default: break
    }
  }

  /// Peach's median divided by FluidSynth's.
  var ratio: Double { Double(voice.median) / Double(max(reference.median, 1)) }
  var ratioOfMeans: Double { voice.mean / max(reference.mean, 1) }

  var report: Report {
    let whole = Double(voice.median)
    var named = parts.map { (name: $0.name, nanoseconds: Double($0.cost.median)) }
    let rest = whole - named.reduce(0) { $0 + $1.nanoseconds }
    named.append(("fades, mix, commands", rest))
    named.append(("callback, one note", whole))
    named.append(("FluidSynth, its defaults", Double(reference.median)))
    named += others.map { (name: $0.name, nanoseconds: Double($0.cost.median)) }
    return Report(
      key: "shares", title: "Where the time goes: one note, 64 frames, medians",
      columns: [
        ReportColumn(key: "part", heading: "part"),
        ReportColumn(key: "microseconds", heading: "us"),
        ReportColumn(key: "percent", heading: "% of the callback"),
      ],
      rows: named.map { part in
        [
          .text(part.name), .number(part.nanoseconds / 1000, decimals: 2),
          .number(part.nanoseconds / max(whole, 1) * 100, decimals: 1),
        ]
      })
  }
}

/// Measures several sources in alternating batches, so that other activity of the machine affects all of
/// them alike.
struct AlternatingMeasurement {
  /// Successive periods of one source: enough to warm the caches, few compared with the total.
  private static let batch = 250

  /// The number of measured periods of each source.
  let periods: Int

  /// The cost of reading the clock in nanoseconds, which is subtracted.
  let clockCost: UInt64

  /// The thread CPU time of each source's periods.
  func run(_ sources: [any PeriodSource]) async throws -> [Distribution] {
    var results = sources.map { _ in Distribution() }
    var done = 0
    while done < periods {
      let count = min(Self.batch, periods - done)
      for (index, source) in sources.enumerated() {
        try Task.checkCancellation()
        try await warmUp(source)
        for _ in 0..<count {
          try await source.prepareNextPeriod()
          let begin = ThreadClock.now()
          source.renderPeriod()
          let duration = ThreadClock.now() - begin
          results[index].record(duration - min(duration, clockCost))
        }
      }
      done += count
    }
    return results
  }

  private func warmUp(_ source: any PeriodSource) async throws {
    for _ in 0..<Self.batch / 10 {
      try await source.prepareNextPeriod()
      source.renderPeriod()
    }
  }
}
