import ArgumentParser
import Music
import Realtime
import Sound
import SoundFonts
import Training

struct GapsCommand: BenchCommand {
  static let mustReachGoals = true

  static let configuration = CommandConfiguration(
    commandName: "gaps",
    abstract: "How many frames lie between the notes of a trial, beside what was asked for.",
    discussion: """
      The player hands over two notes at once, and the samples are searched for the last frame of the first \
      one and the first frame of the second one. Without a server the main thread does nothing meanwhile.
      """)

  @Flag(help: "Also on the JACK server, whose period is changed meanwhile.")
  var live = false

  @OptionGroup var jack: ServerOptions
  @OptionGroup var output: OutputOptions

  func measure(into writer: ReportWriter) async throws {
    writer.write(try await GapBenchmark().offline())
    if live { writer.write(try await GapBenchmark().live(server: jack.server)) }
  }
}

/// The frames between two notes of a passage, in the rendered samples.
struct GapBenchmark {
  static let periods = [16, 64, 256, 1024, 8192]

  /// In seconds. None of the lengths is a whole number of the longer periods.
  private static let gaps = [0, 0.1, 0.35]
  private static let lengths = [0.3, 0.437, 0.5, 0.69, 0.7131, 1]
  private static let liveLengths = [0.1, 0.237]

  /// What is rendered after a passage, in seconds: more than a fade, and a pause before the next one.
  private static let tail = 0.1

  func offline() async throws -> Report {
    var report = Self.report(key: "gaps", title: "The gap between two notes, without a server")
    for period in Self.periods {
      let recorder = try OfflineRecorder(period: period)
      try await add(recorder, lengths: Self.lengths, to: &report)
    }
    return report
  }

  /// - Throws: ``BenchFault/noServer``, ``BenchFault/noPort`` if the server refuses a period.
  func live(server: String?) async throws -> Report {
    var report = Self.report(key: "liveGaps", title: "The gap between two notes at the port")
    let longest = Self.passageSeconds(Self.liveLengths, gap: Self.gaps.max() ?? 0)
    for period in Self.periods {
      let recorder = try LiveRecorder(server: server, period: period, seconds: longest)
      defer { recorder.close() }
      try await add(recorder, lengths: Self.liveLengths, to: &report)
    }
    return report
  }

  private static func report(key: String, title: String) -> Report {
    Report(
      key: key, title: title,
      columns: [
        ReportColumn(key: "period", heading: "period"),
        ReportColumn(key: "asked", heading: "frames asked"),
        ReportColumn(key: "passages", heading: "passages"),
        ReportColumn(key: "min", heading: "min sounding"),
        ReportColumn(key: "max", heading: "max sounding"),
        ReportColumn(key: "spread", heading: "spread"),
      ])
  }

  private static func passageSeconds(_ lengths: [Double], gap: Double) -> Double {
    2 * (lengths.max() ?? 0) + gap + tail
  }

  /// Measures every gap at the recorder's period, with first notes of several lengths.
  private func add(
    _ recorder: any PassageRecorder, lengths: [Double], to report: inout Report
  ) async throws {
    // Every note after the first one finds the voices as this does.
    _ = try await recorder.record(passage(length: 0.05), seconds: 0.05 + Self.tail)
    var sounding: [Int: [Int]] = [:]
    for length in lengths {
      let alone = try await recorder.record(
        passage(length: length), seconds: length + Self.tail)
      for gap in Self.gaps {
        try Task.checkCancellation()
        let samples = try await recorder.record(
          passage(length: length, gap: gap),
          seconds: Self.passageSeconds([length], gap: gap))
        guard let frames = SoundingGap.frames(in: samples, firstAlone: alone) else {
          throw BenchFault.silence
        }
        sounding[Int((gap * recorder.sampleRate).rounded()), default: []].append(frames)
      }
    }
    for (asked, frames) in sounding.sorted(by: { $0.key < $1.key }) {
      let (least, most) = (frames.min() ?? 0, frames.max() ?? 0)
      report.rows.append(
        [recorder.period, asked, frames.count, least, most, most - least]
          .map { .number(Double($0)) })
      report.goals.append(
        ReportGoal(
          name: "\(asked) frames at a period of \(recorder.period), off by", limit: 0,
          measured: Double(frames.map { abs($0 - asked) }.max() ?? 0), unit: " frames"))
    }
  }

  /// A note of that length; with a gap, another one after it, as a comparison has them.
  private func passage(length: Double, gap: Double? = nil) -> Passage {
    let first = TuningSystem.standardReferencePitch
    let frequencies = gap == nil ? [first] : [first, first.shifted(by: 12.5)]
    return Passage(
      sequence: frequencies.map {
        Passage.Note(NoteRequest($0), duration: NoteSpan(seconds: length))
      }, gap: gap ?? 0)
  }
}

/// Finds the gap between two notes in samples.
nonisolated enum SoundingGap {
  /// The frames from the last frame of the first note to the first frame of the second one, neither
  /// included; negative if they overlap. `nil` without two notes.
  ///
  /// The second note begins in the first frame that is not the same without it: that is right even if no
  /// silence separates the notes.
  ///
  /// - Parameters:
  ///   - samples: both notes, after any silence.
  ///   - firstAlone: the first note without the second one, after any silence and rendered alike.
  static func frames(in samples: [Float], firstAlone: [Float]) -> Int? {
    let both = samples.drop { $0 == 0 }
    let first = firstAlone.drop { $0 == 0 }
    guard let end = first.lastIndex(where: { $0 != 0 }) else { return nil }
    let length = end - first.startIndex + 1
    let start = (0..<both.count).first { offset in
      let expected = offset < first.count ? first[first.startIndex + offset] : 0
      return both[both.startIndex + offset] != expected
    }
    return start.map { $0 - length }
  }
}

/// Plays passages, one after another, and records them.
private protocol PassageRecorder: AnyObject {
  /// Frames per period.
  var period: Int { get }
  var sampleRate: Double { get }

  /// Plays a passage; returns what sounds from shortly before its first frame, for `seconds` or longer.
  func record(_ passage: Passage, seconds: Double) async throws -> [Float]
}

/// Records without a server; the player learns nothing of a passage before all of it is rendered.
private final class OfflineRecorder: PassageRecorder {
  let period: Int
  private let engine = OfflineEngine()
  private let player: SoundFontNotePlayer

  var sampleRate: Double { engine.sampleRate }

  init(period: Int) throws {
    self.period = period
    player = try SoundFontNotePlayer(
      sink: engine, library: SoundFontLibrary(), settings: FixedSettings())
    engine.onEvent = { [weak player] in player?.handle($0) }
  }

  func record(_ passage: Passage, seconds: Double) async throws -> [Float] {
    let handles = try await player.play(passage)
    defer { withExtendedLifetime(handles) {} }
    let target = StereoPeriod(frames: period)
    var samples: [Float] = []
    for _ in 0...Int((seconds * sampleRate) / Double(period)) {
      engine.renderPeriod(left: target.left, right: target.right, frames: period)
      samples += UnsafeBufferPointer(start: target.left, count: period)
    }
    engine.deliverEvents()
    return samples
  }
}

/// Records at the output of a client on the JACK server.
private final class LiveRecorder: PassageRecorder {
  /// How long a passage may take to be captured.
  private static let timeout = Duration.seconds(30)

  let period: Int
  private let engine: MeasuredEngine

  var sampleRate: Double { engine.sampleRate }

  /// - Parameter seconds: the longest passage with its tail.
  init(server: String?, period: Int, seconds: Double) throws {
    self.period = period
    // Two periods more, in which the passage begins.
    engine = try MeasuredEngine(
      server: server, period: period, capacity: 1,
      capturedSeconds: seconds + 2 * Double(period) / 44_100)
  }

  func close() { engine.close() }

  func record(_ passage: Passage, seconds: Double) async throws -> [Float] {
    // The one before has ended by then.
    try await Task.sleep(for: .milliseconds(100))
    engine.deliverEvents()
    engine.startCapturing()
    let handles = try await engine.player.play(passage)
    defer { withExtendedLifetime(handles) {} }
    let deadline = ContinuousClock.now + Self.timeout
    while ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(20))
      engine.deliverEvents()
      if let samples = engine.captured { return samples }
    }
    throw BenchFault.silence
  }
}
