import Foundation
import Intonation
import Music
import Sound
import Testing

@testable import Client
@testable import PeachApp
@testable import Program

@Suite("The notes of a tuner")
struct TunerScaleTests {
  private func scale(
    _ tuning: TuningSystem = .equalTemperament, pitch: Double = 440, root: Int = 57
  ) -> TunerScale {
    TunerScale(tuning: tuning, referencePitch: Frequency(hertz: pitch), root: MIDINote(root))
  }

  @Test("the nearest note and the cents from it", arguments: [48, 57, 60, 71])
  func equal(root: Int) throws {
    let scale = scale(root: root)
    for number in 12...120 {
      for offset in [-49.0, -7.3, 0, 12.5, 49] {
        let hertz = 440 * exp2((Double(number - 69) * 100 + offset) / 1200)
        let near = try #require(scale.nearest(to: hertz))
        #expect(near.note == MIDINote(number) && abs(near.cents - offset) < 1e-9)
      }
    }
  }

  @Test("the reference pitch moves all notes")
  func pitch() throws {
    let near = try #require(scale(pitch: 442).nearest(to: 442 / 1.5))
    #expect(near.note == MIDINote(62) && abs(near.cents + 1.955) < 0.001)
  }

  @Test("in just intonation, intervals from the root are true, above and below it")
  func just() throws {
    let scale = scale(.justIntonation)
    for (ratio, number) in [(1.5, 64), (1.25, 61), (0.75, 52), (2, 69), (0.625, 49), (3, 76)] {
      let near = try #require(scale.nearest(to: 220 * ratio))
      #expect(near.note == MIDINote(number) && abs(near.cents) < 1e-9)
      #expect(abs(scale.frequency(of: MIDINote(number)).hertz - 220 * ratio) < 1e-9)
    }
  }

  private func scala(_ pitches: [Double]) -> TuningSystem {
    .scala(ScalaTuning(name: "own", scale: ScalaScale(pitches: pitches.map { Cents($0) })))
  }

  @Test("a scale of the user's own has only its notes, each under its name")
  func ownScale() throws {
    let major = scale(scala([203.91, 386.31, 498.04, 701.96, 884.36, 1088.27, 1200]), root: 60)
    let c4 = major.frequency(of: MIDINote(60)).hertz
    for (cents, number) in [(386.31, 64), (884.36, 69), (1088.27, 71), (1200, 72), (-111.73, 59)] {
      let near = try #require(major.nearest(to: c4 * exp2(cents / 1200)))
      #expect(near.note == MIDINote(number) && abs(near.cents) < 1e-6)
    }
    let pentatonic = scale(scala([200, 400, 700, 900, 1200]))
    try #expect(#require(pentatonic.nearest(to: 220)).note == MIDINote(57))
    let flat = try #require(pentatonic.nearest(to: 220 * exp2(1050.0 / 1200)))
    #expect(flat.note == MIDINote(66) && abs(flat.cents - 150) < 1e-6)
  }

  @Test("a drone moves to the next note that the scale has, up to the ends of its range")
  func steps() {
    let scale = scale(scala([200, 400, 700, 900, 1200]), root: 60)
    func number(_ steps: Int, from number: Int) -> Int {
      scale.note(steps, from: MIDINote(number), in: 21...108).rawValue
    }
    #expect(number(1, from: 64) == 67 && number(-1, from: 67) == 64)
    #expect(number(12, from: 64) == 76 && number(0, from: 65) == 67)
    #expect(number(12, from: 106) == 108 && number(-12, from: 24) == 21)
    #expect(self.scale().note(1, from: MIDINote(108), in: 21...108) == MIDINote(108))
  }

  @Test("a scale without pitches has its root, and nothing is measured by it from far away")
  func emptyScale() throws {
    let empty = scale(scala([]))
    try #expect(#require(empty.nearest(to: 222)).note == MIDINote(57))
    #expect(empty.nearest(to: 440) == nil)
    #expect(empty.note(1, from: MIDINote(57), in: 21...108) == MIDINote(57))
  }

  @Test("what is no note of MIDI, or no frequency, is none")
  func outside() {
    for hertz in [0, -1, .nan, .infinity, 1, 30_000] { #expect(scale().nearest(to: hertz) == nil) }
  }
}

@Suite("What a tuner knows")
struct TunerModelTests {
  private let quiet = InputHealth(peak: -20)

  private func model() -> TunerModel {
    TunerModel(
      TunerScale(
        tuning: .equalTemperament, referencePitch: Frequency(hertz: 440), root: MIDINote(57)))
  }

  private func frames(
    _ frequency: Double?, _ exclusion: PitchFrame.Exclusion? = nil, from start: Double,
    seconds: Double
  ) -> [PitchFrame] {
    (0..<Int((seconds * 50).rounded())).map { index in
      PitchFrame(
        time: start + Double(index) / 50, frequency: frequency, exclusion: exclusion, clarity: 1,
        level: -20)
    }
  }

  private func tone(_ frequency: Double, at time: Double, uncertainty: Double = 0.02) -> HeldTone {
    HeldTone(
      time: time,
      tone: PlayedNote(
        error: 0, uncertainty: uncertainty, length: 0.5, level: -20, frequency: frequency))
  }

  @Test("what is not measured is shown as about a note, to ten cents")
  func about() {
    var model = model()
    #expect(model.sound == .nothing)
    model.receive(frames(440 * exp2(14 / 1200.0), from: 0, seconds: 0.3), quiet)
    #expect(model.sound == .about(MIDINote(69), cents: 10))
    model.receive(frames(nil, from: 0.3, seconds: 0.2), quiet)
    #expect(model.sound == .nothing)
  }

  @Test("a measurement has its note, its cents and twice its standard error; it ends with the note")
  func held() {
    var model = model()
    let frequency = 440 * exp2(7 / 1200.0)
    model.receive(frames(frequency, from: 0, seconds: 1), quiet)
    let reading = model.receive(tone(frequency, at: 0.6))
    #expect(reading?.note == MIDINote(69) && abs((reading?.cents ?? 0) - 7) < 1e-9)
    #expect(reading?.uncertainty == 0.04)
    #expect(model.sound == reading.map { .held($0) })
    // A single frame without a pitch is none.
    model.receive(frames(nil, from: 1, seconds: 0.04), quiet)
    model.receive(frames(frequency, from: 1.04, seconds: 0.1), quiet)
    #expect(model.sound == reading.map { .held($0) })
    model.receive(frames(frequency * 1.06, from: 1.14, seconds: 0.12), quiet)
    #expect(model.sound == .about(MIDINote(70), cents: 10))
  }

  @Test("a pitch that is no note is told as what it is, unless that is but a moment")
  func excluded() {
    var model = model()
    model.receive(frames(nil, .hum(hertz: 50), from: 0, seconds: 0.2), quiet)
    #expect(model.sound == .nothing)
    model.receive(frames(nil, .hum(hertz: 50), from: 0.2, seconds: 0.4), quiet)
    #expect(model.sound == .excluded(.hum(hertz: 50)))
    model.receive(frames(330, from: 0.6, seconds: 0.3), quiet)
    #expect(model.sound == .about(MIDINote(64), cents: 0))
    model.receive(frames(nil, .aboveRange, from: 0.9, seconds: 0.1), quiet)
    model.receive(frames(nil, from: 1, seconds: 0.3), quiet)
    #expect(model.sound == .nothing)
    #expect(model.points.allSatisfy { $0.note == MIDINote(64) })
  }

  @Test("a measurement stays while the coarse pitch does, whatever octave that has")
  func coarseOctave() {
    var model = model()
    model.receive(frames(392, from: 0, seconds: 1), quiet)
    var held = tone(196, at: 0.6)
    held.coarse = 392
    let reading = model.receive(held)
    model.receive(frames(392, from: 1, seconds: 0.4), quiet)
    #expect(reading?.note == MIDINote(55) && model.sound == reading.map { .held($0) })
  }

  @Test("a measurement that is not followed by another is over soon, and at once if input was lost")
  func expiry() {
    var model = model()
    model.receive(frames(440, from: 0, seconds: 1), quiet)
    model.receive(tone(440, at: 0.6))
    model.receive(frames(440, from: 1, seconds: 0.6), quiet)
    #expect(model.sound == .about(MIDINote(69), cents: 0))
    model.receive(tone(440, at: 1.4))
    model.receive(frames(440, from: 1.6, seconds: 0.02), InputHealth(peak: -20, overruns: 1))
    #expect(model.sound == .about(MIDINote(69), cents: 0))
  }

  @Test("the course has ten seconds, the newest at its end, and prefers what was measured")
  func course() {
    var model = model()
    model.receive(frames(466.16, from: 0, seconds: 6), quiet)
    model.receive(frames(440, from: 6, seconds: 6), quiet)
    for step in 0..<10 { model.receive(tone(441, at: 10 + Double(step) / 5)) }
    let course = model.course(in: 50)
    #expect(course.count == 50)
    #expect(course[5]?.note == MIDINote(70) && course[5]?.isMeasured == false)
    #expect(course[25]?.note == MIDINote(69) && course[25]?.isMeasured == false)
    #expect(course[45]?.isMeasured == true && course.last??.isMeasured == true)
    #expect(model.points.allSatisfy { $0.time >= model.now - 10 })
    #expect(model.course(in: 0).isEmpty)
  }

  @Test("the level falls slowly")
  func level() {
    var model = model()
    model.receive(frames(nil, from: 0, seconds: 0.1), InputHealth(peak: -10))
    model.receive(frames(nil, from: 0.1, seconds: 0.1), InputHealth(peak: -60))
    #expect(model.level > -13 && model.level < -11)
  }
}

@Suite("Notices about the input")
@MainActor
struct InputNoticeWatchTests {
  /// The codes of the notices that are due at those moments.
  private func codes(
    _ health: inout InputNoticeWatch, _ input: InputHealth, at times: Double...
  ) -> [[String]] {
    times.map { time in
      var input = input
      input.time = time
      return health.notices(of: input).map(\.code.name)
    }
  }

  @Test("silence is told when it begins and ends, and not while nothing is connected")
  func silence() {
    var health = InputNoticeWatch()
    let silent = InputHealth(peak: -.infinity, isSilent: true)
    #expect(codes(&health, silent, at: 1) == [[]])
    health.sources = []
    #expect(codes(&health, silent, at: 2) == [[]])
    health.sources = ["system:capture_1"]
    #expect(codes(&health, silent, at: 3, 4) == [["noSignal"], []])
    #expect(codes(&health, InputHealth(peak: -30), at: 5, 6) == [["signal"], []])
    #expect(Notice.noSignal(sources: ["system:capture_1"]).message.contains("system 1"))
  }

  @Test("clipping and lost input are told at most every five seconds; losses are added up")
  func repetition() {
    var health = InputNoticeWatch()
    let bad = InputHealth(peak: 0, isClipping: true, overruns: 1)
    #expect(codes(&health, bad, at: 1, 2, 3) == [["clipping", "inputLost"], [], []])
    let later = health.notices(of: InputHealth(peak: -20, time: 6.5))
    #expect(later == [.inputLost(count: 2)])
    // Who plays a note is told what to do.
    var ofTraining = InputNoticeWatch(lossesVoidNote: true)
    let lost = ofTraining.notices(of: InputHealth(peak: -20, overruns: 1, time: 1))
    #expect(lost.map(\.brief) == ["Input was lost. Play the note again."])
  }
}
