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
    var report = report("gaps", "The gap between two notes, without a server")
    for period in Self.periods {
      let player = try RenderedPlayer(period: period)
      try await measure(
        period, 48_000, lengths: [0.3, 0.437, 0.5, 0.69, 0.7131, 1], into: &report
      ) { passage, seconds in
        let handles = try await player.player.play(passage)
        defer { withExtendedLifetime(handles) {} }
        return try player.render(Int(seconds * 48_000) + period)[0]
      }
    }
    writer.write(report)
    if live { writer.write(try await atThePort()) }
  }
}

@MainActor extension GapsCommand {
  private static var periods: [Int] { [16, 64, 256, 1024, 8192] }

  private func report(_ key: String, _ title: String) -> Report {
    Report(
      key, title,
      [
        "period", .init("asked", "frames asked"), "passages", .init("min", "min sounding"),
        .init("max", "max sounding"),
      ])
  }

  private func atThePort() async throws -> Report {
    var report = report("liveGaps", "The gap between two notes at the port")
    for period in Self.periods {
      // Two periods more, in which the passage begins.
      let client = try MeasuredClient(
        server: options.server, period: period, seconds: 1 + 2 * Double(period) / 44_100)
      defer { client.close() }
      try await measure(period, client.sampleRate, lengths: [0.1, 0.237], into: &report) {
        passage, _ in
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
        throw BenchFault.failed("the player", messages: "a passage was never recorded")
      }
    }
    return report
  }

  /// Measures gaps at a period, with first notes of several lengths in seconds, none of them a whole number of the
  /// longer periods.
  ///
  /// - Parameter record: plays a passage; returns what sounds from shortly before its first frame, for so many seconds
  ///   or longer.
  private func measure(
    _ period: Int, _ rate: Double, lengths: [Double], into report: inout Report,
    _ record: (_ passage: Passage, _ seconds: Double) async throws -> [Float]
  ) async throws {
    // More than a fade, and a pause before the next passage.
    let tail = 0.1
    // Every note after the first one finds the voices as this does.
    _ = try await record(passage(length: 0.05), 0.05 + tail)
    var alone: [[Float]] = []
    for length in lengths { alone.append(try await record(passage(length: length), length + tail)) }
    for gap in [0, 0.1, 0.35] {
      let asked = (gap * rate).rounded()
      var sounding = Distribution()
      for (length, alone) in zip(lengths, alone) {
        try Task.checkCancellation()
        let samples = try await record(
          passage(length: length, gap: gap), 2 * length + gap + tail)
        guard let frames = Self.frames(in: samples, firstAlone: alone) else {
          throw BenchFault.failed("the player", messages: "a note was never heard")
        }
        sounding.record(Double(frames))
      }
      report.add(period, Int(asked), sounding.count, sounding.min, sounding.max)
      report.goal(
        "\(Int(asked)) frames at a period of \(period), off by",
        max(abs(sounding.min - asked), abs(sounding.max - asked)), atMost: 0, " frames")
    }
  }

  /// A note of that length; with a gap, another one after it, as a comparison has them.
  private func passage(length: Double, gap: Double? = nil) -> Passage {
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
