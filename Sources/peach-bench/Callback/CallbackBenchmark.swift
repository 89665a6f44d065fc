import Sound
import SoundFonts

/// What the process callback costs per period, beside plain FluidSynth in the same run.
struct CallbackBenchmark {
  static let periodLengths = [16, 64, 256, 1024]
  private static let sampleRate = 48_000.0

  /// The period at which the comparison with FluidSynth counts, in frames.
  private static let comparedFrames = 64

  /// How many periods of each kind are measured.
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
        for part in VoicePartSource.Part.allCases {
          sources.append(
            try VoicePartSource(part, library: library, sampleRate: Self.sampleRate))
        }
      }
      let results = try await measurement.run(sources)
      for (source, result) in zip(sources, results) {
        if source is VoicePartSource {
          shares.take(source, result)
          continue
        }
        costs.rows.append(
          [.text(source.name), .number(Double(frames))]
            + result.periodFigures(periodSeconds: Double(frames) / Self.sampleRate))
        if frames == Self.comparedFrames { shares.take(source, result) }
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
