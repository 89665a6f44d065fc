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

  /// The period whose time is divided into parts, in frames.
  private static let dividedFrames = 64

  /// The periods at which many notes are measured.
  private static let crowdedFrames: Set = [64, 256]

  /// How many periods are measured with cold caches at most: to cool them takes longer than the period.
  private static let mostColdPeriods = 2000

  /// How often a chord is played at most.
  private static let mostChords = 1000

  /// The number of measured periods of each kind.
  let periods: Int

  func run() async throws -> [Report] {
    let library = try SoundFontLibrary()
    let clockCost = ThreadClock.measureCost()
    let measurement = AlternatingMeasurement(periods: periods, clockCost: clockCost)
    let coldMeasurement = AlternatingMeasurement(
      periods: min(periods, Self.mostColdPeriods), clockCost: clockCost, caches: CacheCooler())
    var costs = Report(
      key: "callback", title: "Callback: thread CPU time per period at 48 kHz",
      columns: [
        ReportColumn(key: "sounding", heading: "sounding"),
        ReportColumn(key: "frames", heading: "frames"),
      ] + Distribution.periodColumns)
    var shares = CallbackShares()
    var ratios = CallbackRatios(
      versions: VoiceParts.resamplerVersions, sampleRate: Self.sampleRate)
    for frames in Self.periodLengths {
      let sources = try await self.sources(frames: frames, library: library)
      let results = try await measurement.run(sources)
      for (source, result) in zip(sources, results) {
        if frames == Self.dividedFrames { shares.record(source, result) }
        guard !(source is VoicePartSource) else { continue }
        ratios.record(source, frames: frames, result)
        costs.rows.append(
          [.text(source.name), .number(Double(frames))]
            + result.periodFigures(periodSeconds: Double(frames) / Self.sampleRate))
      }
      let compared = sources.filter { CallbackRatios.compares($0) }
      for (source, result) in zip(compared, try await coldMeasurement.run(compared)) {
        ratios.recordCold(source, frames: frames, result)
      }
    }
    costs.notes = [
      "Silence is measured in groups of 16 periods, everything else period by period, less the clock's own",
      "cost of \(clockCost) ns. FluidSynth renders 64 frames at once:",
      "shorter periods are cheap three times out of four, and only their mean and upper end count.",
    ]
    let bursts = try await BurstBenchmark(times: min(periods, Self.mostChords)).run()
    return [costs, ratios.report, shares.report, bursts]
  }

  private func sources(frames: Int, library: SoundFontLibrary) async throws -> [any PeriodSource] {
    var sources: [any PeriodSource] = []
    for sounding in PeachSource.Sounding.allCases {
      let isCrowd = [.fiveNotes, .sixNotes].contains(sounding)
      guard !isCrowd || Self.crowdedFrames.contains(frames) else { continue }
      sources.append(
        try await PeachSource(
          sounding, library: library, frames: frames, sampleRate: Self.sampleRate))
    }
    for version in VoiceParts.resamplerVersions.indices.dropFirst() {
      sources.append(
        try await PeachSource(
          .oneNote, library: library, frames: frames, sampleRate: Self.sampleRate,
          version: version))
    }
    sources.append(
      try FluidSynthSource(
        font: library.builtInFont, frames: frames, sampleRate: Self.sampleRate))
    if frames == Self.dividedFrames {
      for part in VoicePartSource.Part.all {
        sources.append(try VoicePartSource(part, library: library, sampleRate: Self.sampleRate))
      }
    }
    return sources
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
    case let peach as PeachSource where peach.sounding == .oneNote && peach.version == 0:
      voice = cost
    case is FluidSynthSource: reference = cost
    case let part as VoicePartSource where part.isUsed: parts.append((part.name, cost))
    case let part as VoicePartSource: others.append((part.name, cost))
    default: break
    }
  }

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

/// Displaces what is in the processor's own caches, as other programs do between two periods of a server.
final class CacheCooler {
  /// More than the second cache of any processor for which Peach is made, in words of eight bytes.
  private static let words = 4 << 17

  /// The words of a line of the cache.
  private static let wordsOfLine = 8

  private let memory: UnsafeMutablePointer<UInt64>

  init() {
    memory = .allocate(capacity: Self.words)
    memory.initialize(repeating: 0, count: Self.words)
  }

  isolated deinit { memory.deallocate() }

  func cool() {
    for index in stride(from: 0, to: Self.words, by: Self.wordsOfLine) { memory[index] &+= 1 }
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

  /// What displaces everything from the caches before each measured period; `nil` leaves them warm.
  var caches: CacheCooler?

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
          let periods = source.periodsPerReading
          caches?.cool()
          let begin = ThreadClock.now()
          for _ in 0..<periods { source.renderPeriod() }
          let duration = ThreadClock.now() - begin
          results[index].record((duration - min(duration, clockCost)) / UInt64(periods))
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
