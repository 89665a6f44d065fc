import Music
import TestSupport
import Testing
import Training

@testable import PeachApp

@Suite("A drone that cannot sound")
@MainActor
struct DroneNoticeTests {
  /// How often it is told that there is no drone.
  private func notices(
    _ training: TrainingName, _ presentation: Presentation, _ reference: MIDINote?,
    drone: Bool = true
  ) -> Int {
    let settings = MockUserSettings()
    settings.drone = drone
    settings.presentation = presentation
    settings.referenceNote = reference
    let (output, messages) = (TextRecorder(), TextRecorder())
    LineMode(training.words, output: output, messages: messages)
      .showMissingDrone(settings, in: training)
    return messages.lines.filter { $0.hasPrefix("peach: there is no drone in this training") }.count
  }

  @Test("it needs notes that sound together and one reference note; what is missing is told once")
  func told() {
    let note = MIDINote(48)
    #expect(notices(.comparison, .melodic, note) == 1)
    #expect(notices(.matching, .harmonic, nil) == 1)
    #expect(notices(.matching, .harmonic, note) == 0)
    #expect(notices(.purity, .melodic, note) == 0)
    #expect(notices(.purity, .melodic, nil) == 1)
    #expect(notices(.comparison, .melodic, nil, drone: false) == 0)
  }
}
