import Foundation
import Intonation
import Music
import Testing

@testable import PlayedTones

@Suite("A played note is judged")
struct PlayedNoteTests {
  private func judge(
    _ hertz: Double, steadyTime: Double = 0.4, sampleRate: Double = 48_000
  ) -> PlayedNoteJudge {
    PlayedNoteJudge(
      PlayedNoteRules(target: Frequency(hertz: hertz), steadyTime: steadyTime, longestWait: 3),
      sampleRate: sampleRate)
  }

  @Test("half a second tells a steady tone to a tenth of a cent and far better")
  func steady() throws {
    for signal in PlayedCases.tones(20, vibrato: false) {
      let outcome = JudgedRecording.outcome(of: PlayedCases.recorded(signal, noise: nil))
      let note = try #require(outcome.note)
      #expect(abs(note.error - signal.cents) < 0.01)
      #expect(note.octaves == 0)
      #expect(note.vibratoExtent == 0)
      #expect(abs(note.drift) < 0.1)
      #expect(abs(note.length - 0.4) < 0.001)
      #expect(note.curve.allSatisfy { abs(Double($0) - signal.cents) < 0.5 })
      #expect(abs(1200 * log2(note.frequency / signal.hertz) - signal.cents) < 0.01)
    }
  }

  @Test(
    "a judge that follows the pitch knows a step of it 45 ms later, in whatever octave",
    arguments: [220.0, 440, 880])
  func followed(hertz: Double) {
    // Less than 0.6 s after 0.3 s of silence, the note steps up by 40 cents.
    var rules = PlayedNoteRules(target: Frequency(hertz: 440), longestWait: 30)
    rules.followsPitch = true
    var judge = PlayedNoteJudge(rules, sampleRate: 48_000)
    var heard: [Double?] = []
    var phase = 0.0
    for piece in 0..<160 {
      let time = Double(piece) * 0.005
      let level = time < 0.3 ? 0.0 : 0.1
      let bent = hertz * exp2((time < 0.6 ? -20.0 : 20) / 1200)
      let samples = (0..<240).map { _ -> Float in
        phase += 2 * .pi * bent / 48_000
        return Float(level * (sin(phase) + 0.5 * sin(2 * phase)))
      }
      _ = judge.hear(samples, piece: 240)
      heard.append(judge.heard)
    }
    #expect(heard[..<60].allSatisfy { $0 == nil })
    #expect(heard[72..<120].allSatisfy { abs(($0 ?? .nan) + 20) < 3 })
    #expect(heard[129...].allSatisfy { abs(($0 ?? .nan) - 20) < 3 })
  }

  @Test("vibrato is taken at its mean over whole periods, whatever the instrument")
  func vibrato() throws {
    for signal in PlayedCases.tones(12, vibrato: true) {
      let outcome = JudgedRecording.outcome(of: PlayedCases.recorded(signal, noise: -40))
      let note = try #require(outcome.note)
      #expect(abs(note.error - signal.cents) < 0.1)
      #expect(abs(note.vibratoRate - 5.5) < 0.1)
      #expect(abs(note.vibratoExtent - 30) < 2)
      #expect(note.steadiness < 3)
      #expect(note.curve.count > 100)
    }
  }

  @Test("in noise the uncertainty covers the error", arguments: [-30.0, -20])
  func noise(level: Double) throws {
    var covered = 0
    let signals = PlayedCases.tones(20, vibrato: false)
    for signal in signals {
      let outcome = JudgedRecording.outcome(of: PlayedCases.recorded(signal, noise: level))
      let note = try #require(outcome.note)
      #expect(abs(note.error - signal.cents) < 0.5)
      if abs(note.error - signal.cents) <= 2 * note.uncertainty { covered += 1 }
    }
    #expect(covered >= 18)
  }

  @Test(
    "every rate gives the same, as far as it has the note's partials",
    arguments: [8000.0, 16_000, 32_000, 44_100, 64_000, 96_000, 192_000, 384_000])
  func rates(sampleRate: Double) throws {
    for hertz in [65.4, 293.66, 1174.7] {
      var signal = PlayedSignal(hertz: hertz, cents: -17.3)
      signal.seconds = 0.8
      var judge = judge(signal.hertz, sampleRate: sampleRate)
      let sound = signal.samples(lead: 0.3, total: 1.5, sampleRate: sampleRate)
      let note = try #require(judge.hear(sound, piece: 512)?.note)
      #expect(abs(note.error + 17.3) < 0.02)
      #expect(abs(note.level + 20) < 0.3)
      #expect(note.octaves == 0 && note.length > 0.3)
    }
  }

  @Test("when a note began follows from its age, at every rate", arguments: [48_000.0, 192_000])
  func age(sampleRate: Double) throws {
    var signal = PlayedSignal(hertz: 440)
    signal.seconds = 2
    var judge = judge(440, sampleRate: sampleRate)
    let samples = signal.samples(lead: 0.5, total: 2.5, sampleRate: sampleRate).map(Float.init)
    var heard = 0
    for start in stride(from: 0, to: samples.count, by: 1024) {
      let part = Array(samples[start..<min(start + 1024, samples.count)])
      heard += part.count
      guard let note = part.withUnsafeBufferPointer({ judge.append($0) })?.note else { continue }
      let onset = Double(heard) / sampleRate - note.age - note.length - note.settleTime
      #expect(abs(onset - 0.5) < 0.045)
      return
    }
    Issue.record("not judged")
  }

  @Test(
    "a twelfth, a seventeenth and the like have their partials among the target's, and are wrong notes"
  )
  func harmonics() {
    for number in [3.0, 5, 6, 7] {
      for timbre in [PlayedSignal.Timbre.sine, .saw, .partials([1, 0.5, 0.3])] {
        var signal = PlayedSignal(hertz: 110 * number)
        signal.timbre = timbre
        var judge = judge(110)
        guard case .wrongNote(let hertz, _)? = judge.hear(signal.samples(total: 2)) else {
          Issue.record("partial \(number)")
          continue
        }
        #expect(abs(1200 * log2(hertz / signal.hertz)) < 1)
      }
    }
  }

  @Test("the pieces in which samples come do not matter", arguments: [64, 960, 100_000])
  func pieces(piece: Int) throws {
    let recording = PlayedCases.example(.roomNoise, 1)
    var (one, other) = (judge(recording.target), judge(recording.target))
    var note = try #require(one.hear(recording.sound, piece: 777)?.note)
    var same = try #require(other.hear(recording.sound, piece: piece)?.note)
    // What has come since is more with longer pieces.
    (note.age, same.age) = (0, 0)
    #expect(note == same)
  }

  @Test(
    "a clipped note is judged within its uncertainty, of stiff strings too",
    arguments: [2.0, 6, 30])
  func clipped(gain: Double) throws {
    for (hertz, inharmonicity) in [
      (82.4, 1e-4), (110, 4e-4), (196, 2e-4), (440, 5e-4), (880, 1e-3),
    ] {
      for timbre in [
        PlayedSignal.Timbre.saw, .voice(.a), .string(inharmonicity: inharmonicity),
        .string(inharmonicity: inharmonicity / 10),
      ] {
        var signal = PlayedSignal(hertz: hertz, cents: 12.3)
        signal.timbre = timbre
        signal.level = -6
        let sound = signal.samples(lead: 0.3, total: 1.6).map { min(max(gain * $0, -1), 1) }
        var judge = judge(hertz)
        let outcome = judge.hear(sound)
        let note = try #require(outcome?.note, "\(hertz) \(timbre)")
        #expect(abs(note.error - 12.3) <= 2 * note.uncertainty, "\(hertz) \(timbre)")
      }
    }
  }

  @Test("drift and settling are told")
  func drift() throws {
    var signal = PlayedSignal(hertz: 220)
    signal.drift = 15
    signal.seconds = 1.6
    signal.slide = (-150, 0.3)
    var judge = judge(220, steadyTime: 0.6)
    let note = try #require(judge.hear(signal.samples(lead: 0.5, total: 2.5))?.note)
    #expect(abs(note.drift - 9) < 2)
    #expect(note.settleTime > 0.15 && note.settleTime < 0.6)
  }

  @Test("a commit judges what was held so far")
  func commit() throws {
    var signal = PlayedSignal(hertz: 392, cents: 8)
    signal.seconds = 3
    let sound = signal.samples(lead: 0.3, total: 3.3)
    var long = judge(392, steadyTime: 2)
    #expect(long.hear(Array(sound.prefix(48_000))) == nil)
    let note = try #require(long.commit().note)
    #expect(abs(note.error - 8) < 0.05)
    var short = judge(392, steadyTime: 2)
    #expect(short.hear(Array(sound.prefix(24_000))) == nil)
    guard case .tooShort(let seconds) = short.commit() else {
      Issue.record("a fifth of a second is too short")
      return
    }
    #expect(seconds < 0.25)
    var silent = judge(392)
    #expect(silent.commit() == .noPitch)
  }

  @Test("what is no note ends at the deadline: silence, DC, and what is not a number")
  func nothing() {
    for value in [Float(0), 0.5, .nan, .infinity] {
      var judge = judge(440)
      #expect(judge.hear([Float](repeating: value, count: 4 * 48_000)) == .noPitch)
    }
  }

  @Test("samples that are not numbers inside a note spoil nothing but themselves")
  func damaged() throws {
    var samples = PlayedSignal(hertz: 440, cents: 5).samples(lead: 0.3, total: 2).map(Float.init)
    samples[30_000] = .nan
    var judge = judge(440)
    let note = try #require(judge.hear(samples)?.note)
    #expect(abs(note.error - 5) < 0.5)
  }

  @Test(
    "the low strings of a bass are measured to a tenth of a cent",
    arguments: [30.868, 32.703, 41.203])
  func lowStrings(hertz: Double) throws {
    for timbre in [PlayedSignal.Timbre.saw, .string(inharmonicity: 0.0002)] {
      var signal = PlayedSignal(hertz: hertz, cents: -8)
      (signal.timbre, signal.seconds) = (timbre, 2)
      var judge = judge(hertz)
      let outcome = judge.hear(signal.samples(total: 3))
      let note = try #require(outcome?.note)
      #expect(abs(note.error + 8) < 0.1 && note.octaves == 0)
    }
  }

  @Test("another octave is told, or wrong if that is the one of the reference")
  func octaves() throws {
    let sound = PlayedSignal(hertz: 880, cents: 6).samples(total: 2)
    var judge = judge(440)
    let note = try #require(judge.hear(sound)?.note)
    #expect(note.octaves == 1)
    #expect(abs(note.error - 6) < 0.01)
    var strict = PlayedNoteJudge(
      PlayedNoteRules(
        target: Frequency(hertz: 440), steadyTime: 0.4, refusedOctave: 1), sampleRate: 48_000)
    guard case .wrongNote(let hertz, let cents) = strict.hear(sound) else {
      Issue.record("another octave is a wrong note here")
      return
    }
    #expect(abs(cents - 1206) < 0.1)
    #expect(abs(hertz - 880 * exp2(6 / 1200)) < 0.01)
  }
}
