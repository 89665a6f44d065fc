import Foundation
import Intonation
import Music
import Testing

@testable import PlayedTones

/// What a tuner does with its input, in which any note may be played.
@Suite("Any note is heard, whatever hums beside it")
struct AnyNoteTests {
  private static let sampleRate = 48_000.0

  /// Spectra of instruments, with the highest note that each is tried at, in hertz.
  private static let spectra: [(name: String, highest: Double, timbre: PlayedSignal.Timbre)] = [
    ("sine", 4200, .sine),
    ("violin", 4200, .saw),
    ("flute", 4200, .partials([1, 0.3, 0.1, 0.05])),
    ("overblown flute", 4200, .partials([0.5, 1, 0.2, 0.1])),
    ("bass", 300, .partials([0.2, 0.7, 1, 0.6, 0.5, 0.3, 0.3, 0.2])),
    ("without its fundamental", 2000, .partials([0, 0.6, 1, 0.8, 0.5, 0.4, 0.2])),
    ("clarinet", 2000, .partials([1, 0.05, 0.6, 0.03, 0.3, 0.02, 0.1])),
    ("even partials 20 dB down", 4200, .partials([1, 0.1, 0.5, 0.05, 0.3, 0.03, 0.2])),
    ("odd partials 18 dB down", 2000, .partials([0.126, 1, 0.126, 0.32, 0.126, 0.1])),
    ("odd partials 20 dB down", 2000, .partials([0.1, 1, 0.1, 0.32, 0.1, 0.1])),
  ]

  private func sound(
    _ hertz: Double, _ timbre: PlayedSignal.Timbre, level: Double = -20, seconds: Double = 1
  ) -> [Double] {
    var signal = PlayedSignal(hertz: hertz)
    (signal.timbre, signal.level, signal.seconds, signal.seed) = (
      timbre, level, seconds, UInt64(hertz)
    )
    return signal.samples(lead: 0, total: seconds)
  }

  private func frames(_ sound: [Double]) -> [PitchFrame] {
    var tracker = PitchTracker(sampleRate: Self.sampleRate)
    return tracker.frames(of: sound.map(Float.init), piece: 960)
  }

  /// The middle of a sound of a second by both analyses, in hertz.
  private func pitches(of sound: [Double]) -> (coarse: Double?, fine: Double?) {
    guard let frame = frames(sound).first(where: { $0.time > 0.5 }), let hertz = frame.frequency
    else { return (nil, nil) }
    let note = PlayedToneMeter().measure(
      sound.map(Float.init), stretch: 12_000..<36_000, sampleRate: Self.sampleRate,
      near: Frequency(hertz: hertz), target: nil)
    return (hertz, note?.frequency)
  }

  private func isNear(_ hertz: Double?, _ other: Double, cents: Double) -> Bool {
    hertz.map { abs(1200 * log2($0 / other)) < cents } ?? false
  }

  @Test("half a second of each spectrum has its octave, from C1 to C8", arguments: spectra.indices)
  func octaves(index: Int) {
    let (name, highest, timbre) = Self.spectra[index]
    for key in stride(from: 24, through: 108, by: 3) {
      let hertz = 440 * exp2(Double(key - 69) / 12)
      guard hertz <= highest else { break }
      let (coarse, fine) = pitches(of: sound(hertz, timbre))
      #expect(isNear(coarse, hertz, cents: 30), "\(name), key \(key): \(coarse ?? 0)")
      #expect(isNear(fine, hertz, cents: 0.1), "\(name), key \(key): \(fine ?? 0)")
    }
  }

  @Test("in a room's noise, too", arguments: spectra.indices)
  func octavesInNoise(index: Int) {
    let (name, highest, timbre) = Self.spectra[index]
    for key in stride(from: 36, through: 96, by: 5) {
      let hertz = 440 * exp2(Double(key - 69) / 12)
      guard hertz <= highest else { break }
      var sound = sound(hertz, timbre)
      let noise = PlayedNoise.pink(count: sound.count, seed: UInt64(key))
      PlayedNoise.add(noise, to: &sound, level: -50)
      let (_, fine) = pitches(of: sound)
      #expect(isNear(fine, hertz, cents: 1), "\(name), key \(key): \(fine ?? 0)")
    }
  }

  @Test("G3 whose odd partials are 20 dB softer than the second is no G4")
  func weakOddPartials() {
    let (coarse, fine) = pitches(
      of: sound(196, .partials([0.1, 1, 0.1, 0.316, 0.1, 0.1])))
    #expect(isNear(coarse, 196, cents: 5))
    #expect(isNear(fine, 196, cents: 0.1))
  }

  @Test(
    "what is above the range has no pitch, and that is said",
    arguments: [4700.0, 6000, 9000, 12_000])
  func aboveRange(hertz: Double) {
    for frame in frames(sound(hertz, .sine)).dropFirst(5).dropLast(5) {
      #expect(frame.frequency == nil && frame.exclusion == .aboveRange)
    }
  }

  // MARK: Hum

  private enum Hum: CaseIterable {
    case sine, buzz

    func samples(_ seconds: Double) -> [Double] {
      let count = Int(seconds * AnyNoteTests.sampleRate)
      switch self {
      case .sine:
        return (0..<count).map { sin(2 * .pi * 50 * Double($0) / AnyNoteTests.sampleRate) }
      case .buzz: return PlayedNoise.hum(count: count)
      }
    }
  }

  @Test("E4 is heard beside hum that is softer to the ear, also if both begin at once")
  func humFromTheStart() {
    for (hum, level) in [(Hum.sine, -35.0), (.sine, -26), (.buzz, -35)] {
      for timbre in [PlayedSignal.Timbre.sine, .saw, .partials([1, 0.3, 0.1, 0.05])] {
        var sound = sound(329.63, timbre, level: -26)
        PlayedNoise.add(hum.samples(1), to: &sound, level: level)
        let (coarse, fine) = pitches(of: sound)
        #expect(isNear(coarse, 329.63, cents: 20), "\(hum) \(level) \(timbre): \(coarse ?? 0)")
        #expect(isNear(fine, 329.63, cents: 1), "\(hum) \(level) \(timbre): \(fine ?? 0)")
      }
    }
  }

  /// The frames of a sound through the filter.
  private func filtered(_ sound: [Double]) -> [PitchFrame] {
    var filter = HumFilter(sampleRate: Self.sampleRate)
    var tracker = PitchTracker(sampleRate: Self.sampleRate)
    let samples = sound.map(Float.init)
    return stride(from: 0, to: samples.count, by: 960).flatMap { start in
      let part = filter.append(Array(samples[start..<min(start + 960, samples.count)]))
      return filter.receive(part.withUnsafeBufferPointer { tracker.append($0) })
    }
  }

  /// Hum for ten seconds, and a note from 4 to 7 s.
  private func humAndNote(
    _ hum: Hum, level: Double, _ hertz: Double, _ timbre: PlayedSignal.Timbre
  ) -> [PitchFrame] {
    var signal = PlayedSignal(hertz: hertz)
    (signal.timbre, signal.level, signal.seconds) = (timbre, -26, 3)
    var sound = signal.samples(lead: 4, total: 10)
    PlayedNoise.add(hum.samples(10), to: &sound, level: level)
    return filtered(sound)
  }

  @Test(
    "hum that was there before is no note, and hides none that is as loud", arguments: [-35.0, -26])
  func humBefore(level: Double) {
    for hum in Hum.allCases {
      for (hertz, timbre) in [
        (329.63, PlayedSignal.Timbre.saw), (329.63, .sine), (196, .partials([1, 0.3, 0.1])),
        (82.41, .saw), (880, .sine),
      ] {
        let frames = humAndNote(hum, level: level, hertz, timbre)
        let alone = frames.filter { (0.1...3.9).contains($0.time) || (7.5...9.9).contains($0.time) }
        #expect(alone.allSatisfy { $0.frequency == nil }, "\(hum) \(level) \(hertz)")
        #expect(alone.filter { $0.exclusion == .hum(hertz: 50) }.count > alone.count * 9 / 10)
        let played = frames.filter { (4.3...6.9).contains($0.time) }
        let right = played.filter { isNear($0.frequency, hertz, cents: 30) }
        #expect(right.count == played.count, "\(hum) \(level) \(hertz)")
      }
    }
  }

  @Test("hum that begins later is hum once it has not changed for two seconds")
  func laterHum() {
    var sound = [Double](repeating: 0, count: 48_000)
    sound += Hum.buzz.samples(5).map { 0.01 * $0 }
    let frames = filtered(sound)
    #expect(frames.contains { (1.2...2.9).contains($0.time) && $0.frequency != nil })
    #expect(frames.filter { $0.time > 3.3 }.allSatisfy { $0.exclusion == .hum(hertz: 50) })
  }

  @Test("a note as low as hum is a note: it is louder than the hum, or it changes")
  func lowNotes() {
    // A quarter-tone and more beside G2, and in the place of hum.
    let loud = humAndNote(.buzz, level: -50, 100, .saw)
    // After two seconds without a change it would be hum that is louder now.
    let played = loud.filter { (4.3...5.9).contains($0.time) }
    #expect(played.allSatisfy { isNear($0.frequency, 100, cents: 10) })
    var signal = PlayedSignal(hertz: 100)
    (signal.timbre, signal.seconds) = (.string(inharmonicity: 0), 6)
    let plucked = filtered(signal.samples(lead: 0.5, total: 7)).filter {
      (0.7...6).contains($0.time)
    }
    #expect(plucked.allSatisfy { isNear($0.frequency, 100, cents: 10) })
  }

  // MARK: What cannot be

  @Test(
    "one sample that cannot be sound hides nothing that follows",
    arguments: [Float.nan, .infinity, -.infinity, 1e38, -1e38])
  func absurdSample(value: Float) {
    for sampleRate in [48_000.0, 192_000] {
      var signal = PlayedSignal(hertz: 330)
      signal.seconds = 2
      var samples = signal.samples(lead: 0, total: 2, sampleRate: sampleRate).map(Float.init)
      samples[Int(0.8 * sampleRate)] = value
      var decimator = InputDecimator(sampleRate: sampleRate)
      var tracker = PitchTracker(sampleRate: decimator.rate)
      let fewer = samples.withUnsafeBufferPointer { decimator.append($0) }
      let frames = tracker.frames(of: fewer, piece: 960)
      #expect(frames.allSatisfy { $0.level.isFinite && $0.clarity.isFinite })
      let after = frames.filter { (0.95...1.9).contains($0.time) }
      #expect(after.allSatisfy { isNear($0.frequency, 330, cents: 5) && abs($0.level + 20) < 0.5 })
      var levels = InputLevels()
      levels.append(samples)
      #expect(levels.peak < 18.1 && !levels.isClipping)
      levels.begin()
      levels.append(Array(samples.suffix(1000)))
      #expect(levels.peak < -10)
    }
  }

  @Test("the delay of a loop is measured although one sample cannot be sound")
  func absurdLoop() throws {
    let signal = LoopSignal(sampleRate: 48_000)
    let silence = [Float](repeating: 0, count: 700)
    var recording = Array((silence + signal.samples(gain: 0.25)).prefix(signal.recordedCount))
    recording[recording.count - 30_000] = 1e38
    let delay = try LoopMeter(signal, gain: 0.25).judge(recording)
    #expect(abs(delay.frames - 700) < 1)
  }
}
