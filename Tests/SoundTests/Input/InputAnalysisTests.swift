import Foundation
import Intonation
import Music
import Realtime
import Testing

@testable import Sound

@Suite("What comes in")
struct InputAnalysisTests {
  private static let rate = 48_000.0

  /// A ring, what plays into it, and the analysis that reads it.
  private final class Line {
    let ring: UnsafeMutablePointer<SampleRing>
    var analysis: InputAnalysis
    private let rate: Double
    /// Frames in a period.
    private let period: Int
    private var frame: UInt32 = 4_294_960_000
    /// How many the server has reported.
    var xruns = 0
    private var phase = 0.0
    private var loss = 0.0

    /// Whether what is played is read meanwhile.
    var reads = true

    init(rate: Double = InputAnalysisTests.rate) {
      self.rate = rate
      period = Int(256 * rate / InputAnalysisTests.rate)
      analysis = InputAnalysis(sampleRate: rate)
      ring = .allocate(capacity: 1)
      ring.initialize(to: SampleRing(seconds: 2, sampleRate: rate))
    }

    deinit {
      ring.deinitialize(count: 1)
      ring.deallocate()
    }

    var now: FrameTime { FrameTime(frame) }

    /// Plays periods of 256 frames of 48 kHz, which are read four at a time.
    ///
    /// - Parameter fall: decibels a second by which the tone dies away; it goes on from call to call.
    func play(
      _ hertz: Double, amplitude: Double = 0.25, fall: Double = 0, seconds: Double
    ) -> [InputAnalysis.Report] {
      var reports: [InputAnalysis.Report] = []
      for period in 0..<Int(seconds * rate / Double(self.period)) {
        let samples = (0..<self.period).map { _ -> Float in
          phase += hertz / rate
          loss = fall == 0 ? 0 : loss + fall / rate
          let amplitude = amplitude * pow(10, -loss / 20)
          return Float(min(max(amplitude * sin(2 * .pi * phase), -1), 1))
        }
        samples.withUnsafeBufferPointer { buffer in
          if let base = buffer.baseAddress { ring.pointee.push(base, count: self.period, at: now) }
        }
        frame &+= UInt32(self.period)
        if reads, period % 4 == 3, let report = analysis.read(ring, xruns: xruns) {
          reports.append(report)
        }
      }
      return reports
    }

    /// Plays samples by their number, from 0 on.
    func play(seconds: Double, _ sample: (Int) -> Double) -> [InputAnalysis.Report] {
      var reports: [InputAnalysis.Report] = []
      for period in 0..<Int(seconds * rate / Double(self.period)) {
        let samples = (0..<self.period).map { Float(sample(period * self.period + $0)) }
        samples.withUnsafeBufferPointer { buffer in
          if let base = buffer.baseAddress { ring.pointee.push(base, count: self.period, at: now) }
        }
        frame &+= UInt32(self.period)
        if period % 4 == 3, let report = analysis.read(ring, xruns: xruns) {
          reports.append(report)
        }
      }
      return reports
    }

    func skip(_ frames: UInt32) { frame &+= frames }
  }

  @Test("a steady tone is measured several times a second, to a hundredth of a cent")
  func heldTone() throws {
    let line = Line()
    _ = line.analysis.perform(.measure(true))
    let reports = line.play(441.78, seconds: 3)
    let tones = reports.flatMap { $0.input?.readings ?? [] }
    #expect((8...15).contains(tones.count))
    for tone in tones {
      #expect(abs(1200 * log2(tone.tone.frequency / 441.78)) < 0.01)
    }
    let times = tones.map(\.time)
    #expect(times == times.sorted() && (times.last ?? 0) > 2.2)
  }

  @Test("silence and what is not steady is not measured")
  func nothingHeld() {
    let line = Line()
    _ = line.analysis.perform(.measure(true))
    var reports = line.play(440, amplitude: 0, seconds: 1)
    for step in 0..<40 { reports += line.play(300 + 20 * Double(step), seconds: 0.05) }
    #expect(reports.allSatisfy { $0.input?.readings.isEmpty ?? true })
  }

  @Test("the peak, clipping and silence are told")
  func health() throws {
    let line = Line()
    let loud = try #require(line.play(440, amplitude: 0.5, seconds: 0.1).last?.input?.health)
    #expect(abs(loud.peak + 6.02) < 0.05 && !loud.isClipping && !loud.isSilent)
    let clipped = line.play(440, amplitude: 2, seconds: 0.1)
    #expect(clipped.contains { $0.input?.health.isClipping == true })
    let silent = line.play(440, amplitude: 0, seconds: 2.5).compactMap { $0.input?.health.isSilent }
    #expect(silent.first == false && silent.last == true)
    let again = try #require(line.play(440, seconds: 0.1).first?.input?.health)
    #expect(!again.isSilent && !again.isClipping && again.overruns == 0)
  }

  /// A sine of that level, in dB of full scale by its root mean square, at a sample.
  private static func sine(_ hertz: Double, level: Double, at index: Int) -> Double {
    2.squareRoot() * pow(10, level / 20) * sin(2 * .pi * hertz * Double(index) / rate)
  }

  @Test("hum is no held tone, and a note beside it is measured, whether it is as loud or louder")
  func hum() throws {
    for level in [-35.0, -26] {
      let line = Line()
      _ = line.analysis.perform(.measure(true))
      func hum(_ index: Int) -> Double { Self.sine(50, level: level, at: index) }
      let alone = line.play(seconds: 4, hum).compactMap(\.input)
      #expect(alone.allSatisfy { $0.readings.isEmpty })
      // The first frame hears what is only a part of its window.
      let frames = alone.flatMap(\.frames).dropFirst()
      #expect(frames.filter { $0.frequency != nil }.map { "\($0.time) \($0.frequency ?? 0)" } == [])
      #expect(frames.filter { $0.exclusion == .hum(hertz: 50) }.count > frames.count * 9 / 10)
      let both = line.play(seconds: 2) { Self.sine(329.63, level: -26, at: $0) + hum($0) }
      let readings = both.compactMap(\.input).flatMap(\.readings)
      #expect(readings.count >= 5)
      for reading in readings {
        #expect(abs(1200 * log2(reading.tone.frequency / 329.63)) < 0.5)
      }
      // After a loss it is not taken for a note.
      line.skip(1000)
      let all = line.play(seconds: 2, hum).compactMap(\.input).flatMap(\.frames)
      // What was heard before comes first, then a frame that hears a part of its window.
      let start = try #require(all.first).time + 0.15
      let after = all.filter { $0.time > start }
      #expect(after.filter { $0.frequency != nil }.map { "\($0.time) \($0.frequency ?? 0)" } == [])
    }
  }

  @Test("a held tone has its own octave, also if its odd partials are soft")
  func octave() throws {
    let line = Line()
    _ = line.analysis.perform(.measure(true))
    let heights = [0.1, 1, 0.1, 0.316, 0.1, 0.1]
    let reports = line.play(seconds: 2) { index in
      heights.enumerated().reduce(0) { sum, partial in
        sum + partial.element * 0.07
          * sin(2 * .pi * 196 * Double(partial.offset + 1) * Double(index) / Self.rate)
      }
    }
    let inputs = reports.compactMap(\.input)
    let readings = inputs.flatMap(\.readings)
    #expect(readings.count >= 4)
    for reading in readings {
      #expect(abs(1200 * log2(reading.tone.frequency / 196)) < 0.1)
      #expect(abs(1200 * log2(reading.coarse / 196)) < 5)
    }
    let pitches = inputs.flatMap(\.frames).compactMap(\.frequency)
    #expect(pitches.count > 80 && pitches.allSatisfy { abs(1200 * log2($0 / 196)) < 5 })
  }

  @Test(
    "one sample that cannot be sound costs less than a second",
    arguments: [Double.nan, .infinity, 1e38, -1e38])
  func absurdSample(value: Double) {
    let line = Line()
    _ = line.analysis.perform(.measure(true))
    let reports = line.play(seconds: 3) {
      $0 == 60_000 ? value : Self.sine(440, level: -20, at: $0)
    }
    let inputs = reports.compactMap(\.input)
    #expect(inputs.allSatisfy { $0.health.peak < 18.1 && !$0.health.isClipping })
    #expect(inputs.filter { $0.health.peak > -16 }.count <= 1)
    let times = inputs.flatMap(\.readings).map(\.time)
    #expect(times.contains { $0 > 1.5 && $0 < 2 })
    #expect(inputs.flatMap(\.frames).filter { $0.frequency == nil }.count <= 6)
  }

  @Test("a part that is missing is told, and no figure reaches over the gap")
  func gap() {
    let line = Line()
    _ = line.analysis.perform(.measure(true))
    _ = line.play(440, seconds: 1)
    line.skip(1000)
    let reports = line.play(440, seconds: 0.6)
    #expect(reports.compactMap { $0.input?.health.overruns }.reduce(0, +) == 1)
    #expect(reports.allSatisfy { $0.input?.readings.isEmpty ?? true })
    let frames = line.play(440, seconds: 0.5).flatMap { $0.input?.frames ?? [] }
    #expect((frames.last?.time ?? 0) > 1.9)
  }

  @Test("what was held before a gap is not reported with it")
  func readingsBeforeGap() {
    let line = Line()
    _ = line.analysis.perform(.measure(true))
    line.reads = false
    _ = line.play(440, seconds: 0.8)
    line.skip(1000)
    line.reads = true
    let reports = line.play(440, seconds: 0.1)
    #expect(reports.first?.input?.health.overruns == 1)
    #expect(reports.allSatisfy { $0.input?.readings.isEmpty ?? true })
  }

  @Test(
    "the samples of a judged note are kept, with half a second before and after it",
    arguments: [48_000.0, 192_000])
  func kept(rate: Double) throws {
    let half = Int(rate / 2)
    let line = Line(rate: rate)
    _ = line.analysis.perform(.keep(true))
    _ = line.play(440, amplitude: 0, seconds: 1)
    _ = line.analysis.perform(
      .judge(PlayedNoteRules(target: Frequency(hertz: 440)), number: 1))
    let reports = line.play(442, seconds: 2)
    let outcome = try #require(reports.compactMap(\.outcome).first)
    guard case .judged(let note) = outcome.outcome else {
      Issue.record("\(outcome.outcome)")
      return
    }
    let stretches = reports.flatMap(\.stretches)
    let stretch = try #require(stretches.first)
    #expect(stretches.count == 1 && stretch.frame == outcome.frame.rawValue)
    #expect(stretch.judged.lowerBound == half)
    #expect(stretch.judged.count == Int((note.length * rate).rounded()))
    #expect(stretch.samples.count == stretch.judged.upperBound + half)
    // The tone began after a second of silence, and is judged once it has settled.
    let silence = stretch.samples.prefix { $0 == 0 }.count
    let settled = Int((note.settleTime * rate).rounded())
    // The coarse analysis needs a tenth of a second to see the first pitch.
    #expect((0..<Int(0.15 * rate)).contains(half - settled - silence))
  }

  @Test("a plucked note from shortly before the listening is judged, one from long before is not")
  func plucked() {
    for (ahead, isJudged) in [(0.15, true), (1.2, false)] {
      let line = Line()
      _ = line.play(440, amplitude: 0, seconds: 1)
      _ = line.play(440, fall: 22, seconds: ahead)
      _ = line.analysis.perform(
        .judge(PlayedNoteRules(target: Frequency(hertz: 440)), number: 1))
      let outcomes = line.play(440, fall: 22, seconds: 1).compactMap(\.outcome)
      #expect(outcomes.contains { $0.isJudged } == isJudged, "\(ahead) s")
    }
  }

  @Test("the moment of a judged note is the same at each rate, however late the samples come out")
  func lateness() throws {
    // From the beginning of the tone to the judged stretch, whose place is a whole number of the coarse analysis's
    // steps after the first sample that the judge had.
    func place(at rate: Double) throws -> Double {
      let line = Line(rate: rate)
      _ = line.analysis.perform(.keep(true))
      _ = line.play(440, amplitude: 0, seconds: 1.024)
      _ = line.analysis.perform(
        .judge(PlayedNoteRules(target: Frequency(hertz: 440)), number: 1))
      let stretch = try #require(line.play(442, seconds: 2).flatMap(\.stretches).first)
      let silence = stretch.samples.prefix { $0 == 0 }.count
      return Double(stretch.judged.lowerBound - silence) / rate
    }
    let late = InputDecimator(sampleRate: 192_000).lateness
    #expect(late > 0)
    let steps = (try place(at: 192_000) - (try place(at: 48_000)) + late) * PitchTracker.frameRate
    #expect(abs(steps - steps.rounded()) < 0.003)
  }

  @Test("the input may break off or end soon after a note: what there is is kept")
  func keptInPart() throws {
    for isGap in [true, false] {
      let line = Line()
      _ = line.analysis.perform(.keep(true))
      _ = line.analysis.perform(
        .judge(PlayedNoteRules(target: Frequency(hertz: 440)), number: 1))
      var stretches: [JudgedStretch] = []
      for _ in 0..<200 {
        let reports = line.play(440, seconds: 0.022)
        stretches += reports.flatMap(\.stretches)
        if reports.contains(where: { $0.outcome != nil }) { break }
      }
      #expect(stretches.isEmpty)
      if isGap {
        line.skip(500)
        stretches += line.play(440, seconds: 0.022).flatMap(\.stretches)
      } else {
        stretches += line.analysis.end().stretches
      }
      let stretch = try #require(stretches.first)
      #expect(stretch.judged.upperBound <= stretch.samples.count)
      #expect(stretch.samples.count < stretch.judged.upperBound + 24_000)
      #expect(line.analysis.end().stretches.isEmpty)
    }
  }

  @Test("nothing is kept unless that is asked for, nor any longer, nor of what is no note")
  func notKept() {
    let line = Line()
    func judge() -> [InputAnalysis.Report] {
      _ = line.analysis.perform(
        .judge(PlayedNoteRules(target: Frequency(hertz: 440)), number: 1))
      return line.play(440, seconds: 2) + line.play(440, amplitude: 0, seconds: 0.5)
    }
    #expect(judge().allSatisfy { $0.stretches.isEmpty })
    _ = line.analysis.perform(.keep(true))
    #expect(judge().contains { !$0.stretches.isEmpty })
    _ = line.analysis.perform(
      .judge(PlayedNoteRules(target: Frequency(hertz: 300)), number: 2))
    #expect(line.play(440, seconds: 2).allSatisfy { $0.stretches.isEmpty })
    _ = line.analysis.perform(.keep(false))
    #expect(judge().allSatisfy { $0.stretches.isEmpty })
  }

  @Test("a note is judged with its number and the frame at which that is clear")
  func judgement() throws {
    let line = Line()
    let start = line.now
    let target = Frequency(hertz: 440)
    _ = line.analysis.perform(.judge(PlayedNoteRules(target: target), number: 7))
    let reports = line.play(442, seconds: 3)
    let outcome = try #require(reports.compactMap(\.outcome).first)
    #expect(reports.compactMap(\.outcome).count == 1 && outcome.number == 7)
    guard case .judged(let note) = outcome.outcome else {
      Issue.record("\(outcome.outcome)")
      return
    }
    #expect(abs(note.error - 1200 * log2(442.0 / 440)) < 3)
    #expect(outcome.frame.distance(since: start) > 0)
  }

  @Test("what is measured has its time, also if that begins late")
  func lateMeasuring() throws {
    let line = Line()
    _ = line.play(440, seconds: 3)
    _ = line.analysis.perform(.measure(true))
    let reports = line.play(441, seconds: 1.2)
    let readings = reports.compactMap(\.input).flatMap(\.readings)
    let reading = try #require(readings.last)
    #expect((3.5...4.2).contains(reading.time))
  }

  @Test("a note is held anew after an xrun, which is told")
  func xrun() {
    let line = Line()
    _ = line.analysis.perform(.judge(PlayedNoteRules(target: Frequency(hertz: 440)), number: 1))
    let before = line.play(440, seconds: 0.5)
    line.xruns += 1
    let after = line.play(440, seconds: 0.55)
    #expect((before + after).allSatisfy { $0.outcome == nil })
    #expect(after.compactMap { $0.input?.health.cuts }.reduce(0, +) == 1)
    #expect(line.play(440, seconds: 0.5).contains { $0.outcome?.number == 1 })
  }

  @Test("a commit judges what was held, and nothing after a cancel")
  func commit() {
    let line = Line()
    let rules = PlayedNoteRules(target: Frequency(hertz: 440), steadyTime: 10, longestWait: 60)
    _ = line.analysis.perform(.judge(rules, number: 1))
    _ = line.play(440, seconds: 1)
    let report = line.analysis.perform(.commit)
    #expect(report?.outcome?.number == 1 && report?.input == nil)
    let isOver = line.analysis.perform(.commit) == nil
    #expect(isOver)
    _ = line.analysis.perform(.judge(rules, number: 2))
    _ = line.play(440, seconds: 0.5)
    let hasNothing = line.analysis.perform(.cancel) == nil && line.analysis.perform(.commit) == nil
    #expect(hasNothing)
  }
}

extension InputAnalysis.Outcome {
  fileprivate var isJudged: Bool { if case .judged = outcome { true } else { false } }
}
