import ArgumentParser
import Music
import Training

struct GapsCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "gaps",
    abstract: "How many frames lie between the notes of a trial, beside what was asked for.",
    discussion: """
      The player hands over two notes at once, and the samples are searched for the last frame of the first \
      one and the first frame of the second one. Without a server the main thread does nothing meanwhile.
      """)

  @Flag(help: "Also on the JACK server, whose period is changed meanwhile.")
  var live = false
  @OptionGroup var options: BenchOptions

  func measure(into writer: ReportWriter) async throws {
    writer.write(try await GapBenchmark.offline())
    if live { writer.write(try await GapBenchmark.live(server: options.server)) }
  }
}

/// The frames between two notes of a passage, in the rendered samples.
struct GapBenchmark {
  private static let periods = [16, 64, 256, 1024, 8192]

  /// In seconds. None of the lengths is a whole number of the longer periods.
  private static let gaps = [0, 0.1, 0.35]
  private static let lengths = [0.3, 0.437, 0.5, 0.69, 0.7131, 1]
  private static let liveLengths = [0.1, 0.237]

  /// What is recorded after a passage, in seconds: more than a fade, and a pause before the next one.
  private static let tail = 0.1

  private var report: Report

  private init(_ key: String, _ title: String) {
    report = Report(
      key, title,
      [
        "period", .init("asked", "frames asked"), "passages", .init("min", "min sounding"),
        .init("max", "max sounding"), "spread",
      ])
  }

  /// The player learns nothing of a passage before all of it is rendered.
  static func offline() async throws -> Report {
    var benchmark = GapBenchmark("gaps", "The gap between two notes, without a server")
    for period in periods {
      let player = try RenderedPlayer(period: period)
      try await benchmark.measure(period: period, rate: 48_000, lengths: lengths) {
        passage, seconds in
        let handles = try await player.player.play(passage)
        defer { withExtendedLifetime(handles) {} }
        return try player.render(Int(seconds * 48_000) + period)[0]
      }
    }
    return benchmark.report
  }

  /// - Throws: ``BenchFault/noServer``, ``BenchFault/noPort`` if the server refuses a period.
  static func live(server: String?) async throws -> Report {
    var benchmark = GapBenchmark("liveGaps", "The gap between two notes at the port")
    for period in periods {
      // Two periods more, in which the passage begins.
      let client = try MeasuredClient(
        server: server, period: period, seconds: 1 + 2 * Double(period) / 44_100)
      defer { client.close() }
      try await benchmark.measure(
        period: period, rate: client.sampleRate, lengths: liveLengths
      ) { passage, _ in
        // The one before has ended by then.
        try await Task.sleep(for: .milliseconds(100))
        client.rendered.engine.deliverEvents()
        client.startRecording()
        let handles = try await client.rendered.player.play(passage)
        defer { withExtendedLifetime(handles) {} }
        for _ in 0..<1500 {
          try await Task.sleep(for: .milliseconds(20))
          client.rendered.engine.deliverEvents()
          if let samples = client.samples { return samples }
        }
        throw BenchFault.silence
      }
    }
    return benchmark.report
  }

  /// Measures every gap at a period, with first notes of several lengths.
  ///
  /// - Parameter record: plays a passage; returns what sounds from shortly before its first frame, for so many seconds
  ///   or longer.
  private mutating func measure(
    period: Int, rate: Double, lengths: [Double],
    _ record: (_ passage: Passage, _ seconds: Double) async throws -> [Float]
  ) async throws {
    // Every note after the first one finds the voices as this does.
    _ = try await record(Self.passage(length: 0.05), 0.05 + Self.tail)
    var sounding = Self.gaps.map { _ in Distribution() }
    for length in lengths {
      let alone = try await record(Self.passage(length: length), length + Self.tail)
      for (index, gap) in Self.gaps.enumerated() {
        try Task.checkCancellation()
        let samples = try await record(
          Self.passage(length: length, gap: gap), 2 * length + gap + Self.tail)
        guard let frames = Self.frames(in: samples, firstAlone: alone) else {
          throw BenchFault.silence
        }
        sounding[index].record(Double(frames))
      }
    }
    for (gap, frames) in zip(Self.gaps, sounding) {
      let asked = Int((gap * rate).rounded())
      report.add(period, asked, frames.count, frames.min, frames.max, frames.max - frames.min)
      report.goal(
        "\(asked) frames at a period of \(period), off by",
        max(abs(frames.min - Double(asked)), abs(frames.max - Double(asked))), atMost: 0, " frames")
    }
  }

  /// A note of that length; with a gap, another one after it, as a comparison has them.
  private static func passage(length: Double, gap: Double? = nil) -> Passage {
    let first = RenderedPlayer.pitch
    let frequencies = gap == nil ? [first] : [first, first.shifted(by: 12.5)]
    return Passage(
      sequence: frequencies.map {
        Passage.Note(NoteRequest($0), duration: NoteSpan(seconds: length))
      }, gap: gap ?? 0)
  }

  /// The frames from the last frame of the first note to the first frame of the second one, neither
  /// included; negative if they overlap. `nil` without two notes.
  ///
  /// The second note begins in the first frame that is not the same without it: that is right even if no
  /// silence separates the notes.
  ///
  /// - Parameters:
  ///   - samples: both notes, after any silence.
  ///   - firstAlone: the first note without the second one, after any silence and rendered alike.
  nonisolated static func frames(in samples: [Float], firstAlone: [Float]) -> Int? {
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
