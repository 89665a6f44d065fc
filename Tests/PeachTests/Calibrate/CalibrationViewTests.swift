import Intonation
import Music
import TestSupport
import Testing

@testable import PeachApp
@testable import Program

@Suite("What a calibration shows")
@MainActor
struct CalibrationViewTests {
  private let recorder = TextRecorder()

  private func lines(
    of delay: LoopDelay, known: Int?, asEvents: Bool = false
  ) -> [String] {
    let view = CalibrationView(
      json: asEvents ? JSONEvents(output: recorder) : nil, output: recorder, messages: recorder)
    view.show(Calibration(delay: delay, knownFrames: known, sampleRate: 48_000))
    defer { recorder.text = "" }
    return recorder.lines
  }

  private let delay = LoopDelay(
    frames: 960, uncertainty: 0.02, gain: -12.34, signalToNoise: 41)

  @Test("the delay, what JACK knows of it and the rest, the level, and where it is kept")
  func known() {
    #expect(
      lines(of: delay, known: 480) == [
        "The round trip takes 20.00 ms (960.0 frames, ± 0.1).",
        "JACK accounts for 10.00 ms of that. The other 10.00 ms are outside its ports: buffers, converters, air.",
        "The sound came back at -12.3 dB, 41 dB above the noise.",
        "Saved as the setting inputDelay. From now on, Peach subtracts it from the response times of played notes.",
      ])
  }

  @Test("a server that does not tell its latencies: nothing is said of them")
  func unknown() {
    let lines = lines(of: delay, known: nil)
    #expect(lines.count == 3)
    #expect(!lines.contains { $0.contains("JACK") })
  }

  @Test("a wire that is shorter than what the ports say")
  func shorter() {
    #expect(
      lines(of: delay, known: 961).line(1)
        == "JACK reports 20.02 ms for these ports, more than the round trip takes.")
    #expect(lines(of: delay, known: 960).line(1).contains("The other 0.00 ms"))
  }

  @Test("inverted polarity is told")
  func inverted() {
    var delay = delay
    delay.isInverted = true
    #expect(lines(of: delay, known: nil).line(2).hasPrefix("The polarity is inverted."))
  }

  @Test("as an event, with the latencies only if they are known", arguments: [480, nil])
  func event(known: Int?) throws {
    let lines = lines(of: delay, known: known, asEvents: true)
    #expect(lines.count == 1)
    let event = try Event(lines.line(0))
    #expect(event.event == "calibrated")
    #expect(event["inputDelay"] == 20.0)
    #expect(event["frames"] == 960.0)
    #expect(event["latencyFrames"] == known)
    #expect(event["isInverted"] == false)
  }

  @Test("what ends a calibration has a code, a sentence and a status of its own")
  func faults() {
    let faults: [CalibrationFault] = [
      .noInput, .noOutput, .loop(.silent), .loop(.notHeard(level: -70)), .loop(.unsteady),
      .loop(.clipped), .loop(.tooLong), .broken,
      .stalled,
    ]
    #expect(Set(faults.map(\.code)).count == faults.count)
    #expect(Set(faults.map(\.message)).count == faults.count)
    #expect(faults.allSatisfy { $0.message.hasPrefix("not measured: ") })
    #expect(
      faults.filter { $0.status == .unavailable }.map(\.code)
        == ["noInput", "noOutput", "jackServerSilent"])
  }
}
