/// The cost of one note and of silence, as shares of what FluidSynth's note costs in the same run.
struct CallbackRatios {
  /// The highest ratio of the medians to FluidSynth's, for each period in frames, with the fastest version
  /// of the resampler.
  private static let limits = [64: 0.5, 256: 0.55, 1024: 0.6]

  /// The same for the version that every processor of its kind has.
  private static let commonLimit = 0.8
  private static let commonVersions: Set = ["SSE2"]

  /// The highest ratio of silence to FluidSynth's note, and the period at which it is measured.
  private static let silence = (frames: 64, limit: 0.05)

  /// The highest share of the shortest period that the 99.9th percentile takes, in percent.
  static let shortestPeriod = (frames: 16, limitPercent: 8.0)

  private struct Note {
    let frames: Int
    let version: Int
    let name: String
    let cost: Distribution
  }

  private var notes: [Note] = []
  private var silences: [Int: Distribution] = [:]
  private var references: [Int: Distribution] = [:]

  /// The medians of one note with cold caches, in nanoseconds.
  private var cold: [ColdKey: UInt64] = [:]

  private struct ColdKey: Hashable {
    let frames: Int

    /// `nil` is FluidSynth.
    let version: Int?
  }

  private let versions: [String]
  private let sampleRate: Double

  /// - Parameter versions: the names of the resampler's versions, the one that voices use first.
  init(versions: [String], sampleRate: Double) {
    self.versions = versions
    self.sampleRate = sampleRate
  }

  /// Records the cost of a source if it is one of those compared.
  mutating func record(_ source: any PeriodSource, frames: Int, _ cost: Distribution) {
    switch source {
    case let peach as PeachSource where peach.sounding == .oneNote:
      recordNote(frames: frames, version: peach.version, cost)
    case let peach as PeachSource where peach.sounding == .silence:
      recordSilence(frames: frames, cost)
    case is FluidSynthSource: recordReference(frames: frames, cost)
    default: break
    }
  }

  /// Whether a source is one of those whose cost with cold caches is compared.
  static func compares(_ source: any PeriodSource) -> Bool {
    switch source {
    case let peach as PeachSource: peach.sounding == .oneNote
    default: source is FluidSynthSource
    }
  }

  /// Records the cost of such a source with cold caches.
  mutating func recordCold(_ source: any PeriodSource, frames: Int, _ cost: Distribution) {
    cold[ColdKey(frames: frames, version: (source as? PeachSource)?.version)] = cost.median
  }

  mutating func recordNote(frames: Int, version: Int, _ cost: Distribution) {
    notes.append(Note(frames: frames, version: version, name: versions[version], cost: cost))
  }

  mutating func recordSilence(frames: Int, _ cost: Distribution) { silences[frames] = cost }

  mutating func recordReference(frames: Int, _ cost: Distribution) { references[frames] = cost }

  var report: Report {
    var report = Report(
      key: "ratios", title: "One note against FluidSynth's default rendering of it",
      columns: [
        ReportColumn(key: "resampler", heading: "resampler"),
        ReportColumn(key: "frames", heading: "frames"),
        ReportColumn(key: "medians", heading: "medians"),
        ReportColumn(key: "means", heading: "means"),
        ReportColumn(key: "coldMedians", heading: "cold medians"),
        ReportColumn(key: "silence", heading: "silence"),
      ])
    for note in notes.sorted(by: { ($0.version, $0.frames) < ($1.version, $1.frames) }) {
      // FluidSynth renders 64 frames at once: the median of shorter periods says nothing.
      let medians = note.frames < 64 ? nil : medianRatio(of: note)
      let means = references[note.frames].map { note.cost.mean / max($0.mean, 1) }
      report.rows.append([
        .text(note.name), .number(Double(note.frames)), value(medians), value(means),
        value(coldRatio(of: note)),
        value(note.version == 0 ? silenceRatio(frames: note.frames) : nil),
      ])
    }
    report.notes = [
      "Cold: whatever the processor's own caches held is displaced before each period, as on a server between",
      "two periods.",
    ]
    report.goals = noteGoals + [silenceGoal, shortestPeriodGoal]
    return report
  }

  private func value(_ ratio: Double?) -> ReportValue {
    ratio.map { .number($0, decimals: 3) } ?? .nothing
  }

  private func medianRatio(of note: Note) -> Double? {
    references[note.frames].map { Double(note.cost.median) / Double(max($0.median, 1)) }
  }

  private func coldRatio(of note: Note) -> Double? {
    guard note.frames >= 64,
      let own = cold[ColdKey(frames: note.frames, version: note.version)],
      let reference = cold[ColdKey(frames: note.frames, version: nil)]
    else { return nil }
    return Double(own) / Double(max(reference, 1))
  }

  private func silenceRatio(frames: Int) -> Double? {
    guard let silence = silences[frames], let reference = references[frames] else { return nil }
    return Double(silence.median) / max(frames < 64 ? reference.mean : Double(reference.median), 1)
  }

  private func note(frames: Int, version: Int = 0) -> Note? {
    notes.first { $0.frames == frames && $0.version == version }
  }

  private var noteGoals: [ReportGoal] {
    var goals: [ReportGoal] = []
    for (version, name) in versions.enumerated() {
      let isCommon = Self.commonVersions.contains(name)
      guard version == 0 || isCommon else { continue }
      for (frames, limit) in Self.limits.sorted(by: { $0.key < $1.key }) {
        goals.append(
          ReportGoal(
            name: "one note at \(frames) frames against FluidSynth, medians, \(name)",
            limit: isCommon ? Self.commonLimit : limit,
            measured: note(frames: frames, version: version).flatMap { medianRatio(of: $0) },
            unit: ""))
      }
    }
    return goals
  }

  private var silenceGoal: ReportGoal {
    ReportGoal(
      name: "silence at \(Self.silence.frames) frames against FluidSynth's note, medians",
      limit: Self.silence.limit, measured: silenceRatio(frames: Self.silence.frames), unit: "")
  }

  private var shortestPeriodGoal: ReportGoal {
    let (frames, limit) = Self.shortestPeriod
    return ReportGoal(
      name: "99.9 % of periods at \(frames) frames with one note, of the period", limit: limit,
      measured: note(frames: frames).map {
        Double($0.cost.value(atPercentile: 99.9)) / 1e7 * sampleRate / Double(frames)
      }, unit: " %")
  }
}
