import Music
import Realtime
import Settings
import Testing
import Training

@testable import PeachApp

@Suite("What a controller shows of a training")
@MainActor
struct ControllerFeedbackTests {
  /// A MIDI output that remembers what it sends.
  private final class Port: ControllerPort {
    var controllers: [String] = []
    var sent: [ShortMIDIMessage] = []
    var followed = 0
    var isFull = false

    func send(_ message: ShortMIDIMessage, again _: Bool) -> Bool {
      if !isFull { sent.append(message) }
      return !isFull
    }

    func followMotor() { followed += 1 }

    /// What has been sent since the last call.
    func takeSent() -> [ShortMIDIMessage] {
      defer { sent = [] }
      return sent
    }
  }

  private static let lights = "waiting:note:1,right:note:2,wrong:note:3,paused:note:4"

  private func feedback(
    on port: Port, _ texts: [SettingKey: String] = ["lights": ControllerFeedbackTests.lights]
  ) throws -> ControllerFeedback {
    let settings = try MIDISettings(of: texts)
    return ControllerFeedback(settings: { settings }, port: { port })
  }

  /// The keys that are lit after these messages, if all were dark.
  private func lit(_ messages: [ShortMIDIMessage]) -> [Int] {
    messages.filter { $0.second > 0 }.map { Int($0.first) }
  }

  @Test("nothing is sent while nothing is connected; whatever comes then is told everything")
  func unconnected() throws {
    let port = Port()
    let feedback = try feedback(
      on: port, ["lights": Self.lights, "controllerPreset": "program:5", "sliderDisplay": "cc:9"])
    feedback.begin()
    let trial = comparison()
    feedback.show(.trial(ComparisonFace().shown(trial)))
    feedback.show(.state(ComparisonFace().shown(.awaitingAnswer, of: trial)))
    #expect(port.takeSent().isEmpty)
    port.controllers = ["lamps:in"]
    feedback.controllersChanged()
    let sent = port.takeSent()
    #expect(sent.first == .program(5, channel: 0))
    #expect(sent.last == .controller(9, value: 64, channel: 0))
    #expect(sent.count == 6 && lit(Array(sent[1...4])) == [1])
    feedback.controllersChanged()
    #expect(port.takeSent().isEmpty)
    port.controllers = []
    feedback.controllersChanged()
    feedback.show(.state(ComparisonFace().shown(PauseReason.asked)))
    #expect(port.takeSent().isEmpty)
    // It is plugged in again, and knows nothing.
    port.controllers = ["lamps:in"]
    feedback.controllersChanged()
    #expect(port.takeSent().count == 6)
  }

  @Test("a comparison is waited for from its second note on, and then right or wrong")
  func comparisons() throws {
    let port = Port()
    port.controllers = ["lamps:in"]
    let feedback = try feedback(on: port)
    let face = ComparisonFace()
    feedback.begin()
    #expect(lit(port.takeSent()).isEmpty)
    // The second note is lower.
    for (answersHigher, key) in [(false, 2), (true, 3)] {
      let trial = comparison()
      feedback.show(.trial(face.shown(trial)))
      feedback.show(.state(face.shown(.playingNote1, of: trial)))
      #expect(lit(port.takeSent()).isEmpty)
      feedback.show(.state(face.shown(.playingNote2, of: trial)))
      #expect(port.takeSent() == [.note(1, velocity: 127, channel: 0)])
      feedback.show(.state(face.shown(.awaitingAnswer, of: trial)))
      #expect(port.takeSent().isEmpty)
      feedback.show(.verdict(face.shown(try completed(trial, higher: answersHigher), of: trial)))
      #expect(
        port.takeSent() == [
          .note(1, velocity: 0, channel: 0), .note(key, velocity: 127, channel: 0),
        ])
      feedback.show(.state(face.shown(.showingFeedback, of: trial)))
      #expect(port.takeSent().isEmpty)
    }
    feedback.showStopped(.quit, trials: 2)
    #expect(port.takeSent() == [.note(3, velocity: 0, channel: 0)])
  }

  @Test("a pause is shown alone, and what follows it without it")
  func pauses() throws {
    let port = Port()
    port.controllers = ["lamps:in"]
    let feedback = try feedback(on: port)
    let face = ComparisonFace()
    let trial = comparison()
    feedback.begin()
    feedback.show(.trial(face.shown(trial)))
    feedback.show(.state(face.shown(.playingNote2, of: trial)))
    _ = port.takeSent()
    feedback.show(.state(face.shown(PauseReason.asked)))
    #expect(
      port.takeSent() == [
        .note(1, velocity: 0, channel: 0), .note(4, velocity: 127, channel: 0),
      ])
    feedback.show(.state(face.shown(.playingNote1, of: trial)))
    #expect(port.takeSent() == [.note(4, velocity: 0, channel: 0)])
  }

  @Test("a light that could not be told is told with the next change")
  func unsent() throws {
    let port = Port()
    port.controllers = ["lamps:in"]
    let feedback = try feedback(on: port)
    let face = ComparisonFace()
    let trial = comparison()
    feedback.begin()
    feedback.show(.trial(face.shown(trial)))
    feedback.show(.state(face.shown(.playingNote2, of: trial)))
    _ = port.takeSent()
    port.isFull = true
    feedback.show(.state(face.shown(PauseReason.asked)))
    #expect(port.takeSent().isEmpty)
    port.isFull = false
    feedback.show(.state(face.shown(.playingNote1, of: trial)))
    let sent = port.takeSent()
    #expect(sent.count == 4 && lit(sent).isEmpty)
  }

  @Test("an answer that is heard again stays right or wrong until it is taken back")
  func replays() throws {
    let port = Port()
    port.controllers = ["lamps:in"]
    let feedback = try feedback(on: port)
    let face = ComparisonFace()
    let trial = comparison()
    let answer = try completed(trial, higher: true)
    feedback.begin()
    feedback.show(.trial(face.shown(trial)))
    feedback.show(.verdict(face.shown(answer, of: trial)))
    _ = port.takeSent()
    for reason in [ReplayReason.wrongAnswer, .asked] {
      feedback.show(.state(face.shown(reason, of: trial, answer)))
    }
    #expect(port.takeSent().isEmpty)
    feedback.show(.withdrawal(face.withdrawn(answer, of: trial), place: nil))
    #expect(port.takeSent() == [.note(3, velocity: 0, channel: 0)])
  }

  @Test("a fader begins each matching in its middle and shows how far the slider was from there")
  func matchings() throws {
    let port = Port()
    port.controllers = ["console:in"]
    let feedback = try feedback(
      on: port, ["lights": Self.lights, "slider": "cc:70", "sliderDisplay": "cc:70"])
    let face = MatchingFace()
    let trial = matching(offset: 40.0)
    feedback.begin()
    _ = port.takeSent()
    feedback.show(.trial(face.shown(trial)))
    #expect(port.takeSent() == [.controller(70, value: 64, channel: 0)])
    #expect(port.followed == 1, "the motor moves what tunes")
    feedback.show(.state(face.shown(.playingTunable, of: trial)))
    #expect(lit(port.takeSent()) == [1])
    // From 40 cents above to 10 cents below.
    feedback.show(.verdict(face.shown(try completed(trial, error: -10.0), of: trial)))
    #expect(
      port.takeSent() == [
        .note(1, velocity: 0, channel: 0), .controller(70, value: 32, channel: 0),
      ])
    #expect(port.followed == 2)
  }
}
