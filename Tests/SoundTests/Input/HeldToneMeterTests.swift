import Foundation
import Intonation
import Testing

@testable import Sound

@Suite("What is held, measured again and again")
struct HeldToneMeterTests {
  /// At 44.1 kHz 0.7 s are 30,869.999… samples in binary fractions, and their parts are 30,870.
  @Test("is found at each rate, in pieces of any size", arguments: [44_100.0, 48_000])
  func everyRate(rate: Double) {
    for size in [441, 480, 512] {
      var meter = HeldToneMeter(sampleRate: rate)
      var readings = 0, sample = 0, frame = 0
      while sample < Int(10 * rate) {
        let time = Double(sample) / rate
        var samples: [Float] = []
        for index in sample..<sample + size {
          let phase: Double = 2 * .pi * 440 * Double(index) / rate
          samples.append(Float(0.3 * sin(phase)))
        }
        sample += size
        var frames: [PitchFrame] = []
        while Double(frame) / PitchTracker.frameRate < Double(sample) / rate {
          let time = Double(frame) / PitchTracker.frameRate
          frames.append(PitchFrame(time: time, frequency: 440, clarity: 1, level: -10))
          frame += 1
        }
        let reading = samples.withUnsafeBufferPointer {
          meter.append($0, frames: frames, from: time)
        }
        guard let reading else { continue }
        readings += 1
        #expect(abs(reading.tone.frequency - 440) < 0.05)
      }
      #expect(readings > 30)
    }
  }
}
