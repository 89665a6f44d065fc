import Foundation
import History
import Music
import TestSupport
import Testing

@testable import PeachApp
@testable import Program
@testable import Training

@Suite("A session that waits and goes on")
@MainActor
struct TrainingPausesTests {
  /// What a user is told.
  private final class Told {
    var codes: [Notice.Code] = []
    var discardsOnXrun = true
  }

  private let home: Home
  private let player = MockNotePlayer()
  private let observer = MockTrainingObserver()
  private let clock = ManualClock()
  private let told = Told()
  private let recording: RunRecording
  private let session: TrainingDriver
  private let pauses: TrainingPauses

  init() throws {
    home = try Home()
    recording = RunRecording(
      TrainingHistory(
        home.history.path,
        places: RecoveryPaths(
          database: home.history, environment: ["XDG_STATE_HOME": home.directory.path])),
      seed: nil)
    let strategy = MockNextComparisonStrategy()
    session = TrainingDriver.comparison(
      player: player, settings: MockUserSettings(), hearing: { HearingModel() },
      strategy: { _ in strategy }, observers: [observer], clock: clock)
    pauses = TrainingPauses(
      waitsForConnection: true, recording: recording,
      discardsOnXrun: { [told] in told.discardsOnXrun },
      notify: { [told] in told.codes.append($0.code) })
    // As a run of training does.
    observer.onEvent = { [pauses] in if case .paused(let reason) = $0 { pauses.paused(reason) } }
  }

  private func start(isStalled: Bool = false, isConnected: Bool = true) {
    pauses.start(session, isStalled: isStalled, isConnected: isConnected)
  }

  /// Waits until the first note of a trial sounds.
  private func waitForNote() async throws {
    try await wait(for: "the note") { player.soundingCount == 1 }
  }

  @Test("it begins with a wait if nothing is connected, and with a trial as soon as something is")
  func connection() async throws {
    start(isConnected: false)
    #expect(session.isPaused && pauses.reason == .unconnected && !recording.isOpen)
    #expect(observer.events == [.paused(.unconnected)])
    pauses.connectionChanged(isConnected: true)
    #expect(!session.isPaused && pauses.reason == nil && recording.isOpen)
    #expect(session.currentTrial?.index == 1)
  }

  @Test(
    "who goes on unheard is told that nothing is stored; the trial is posed anew once it is heard")
  func insisting() async throws {
    start(isConnected: false)
    #expect(pauses.resume())
    #expect(told.codes == ["notStored"] && !session.isPaused && !recording.isOpen)
    try await waitForNote()
    let unheard = try #require(session.currentTrial)
    pauses.connectionChanged(isConnected: true)
    #expect(recording.isOpen && !session.isPaused)
    #expect(
      observer.events.suffix(4) == [
        .discarded(unheard, .paused(.unconnected)), .paused(.unconnected), .trial(unheard),
        .state(.playingNote1),
      ])
    #expect(told.codes.count == 1)
  }

  @Test("whoever was heard meanwhile has to insist anew")
  func insistingAnew() {
    start(isConnected: false)
    #expect(pauses.resume() && !pauses.resume())
    pauses.connectionChanged(isConnected: true)
    pauses.connectionChanged(isConnected: false)
    #expect(session.isPaused && pauses.reason == .unconnected)
  }

  @Test("what is not on a terminal does not wait for a connection, and stores what is answered")
  func pipe() {
    let pauses = TrainingPauses(
      waitsForConnection: false, recording: recording, discardsOnXrun: { true }, notify: { _ in })
    pauses.start(session, isStalled: false, isConnected: false)
    #expect(!session.isPaused && pauses.reason == nil && recording.isOpen)
  }

  @Test("what was silenced waits for the user, whatever else was wanted before")
  func silenced() async throws {
    start()
    try await waitForNote()
    #expect(pauses.togglePause())
    pauses.silence()
    #expect(pauses.reason == .panic && pauses.waitsForUser)
    #expect(pauses.resume() && pauses.reason == nil)
  }

  @Test("a server that hangs is waited for, and the user's pause outlasts that")
  func stalled() async throws {
    start()
    try await waitForNote()
    #expect(pauses.togglePause())
    #expect(observer.events.last == .paused(.asked) && pauses.waitsForUser)
    pauses.serverStalled(true)
    #expect(observer.events.last == .paused(.stalled) && !pauses.waitsForUser)
    #expect(!pauses.resume())
    pauses.serverStalled(false)
    #expect(observer.events.last == .paused(.asked))
    #expect(pauses.togglePause())
    #expect(!session.isPaused)
  }

  @Test("a session that waits for a key goes on with it")
  func ownPause() async throws {
    start()
    try await waitForNote()
    session.pause(.key)
    #expect(pauses.reason == .key && pauses.waitsForUser)
    // What happens to the server meanwhile changes nothing about it.
    pauses.connectionChanged(isConnected: false)
    pauses.connectionChanged(isConnected: true)
    #expect(session.isPaused && pauses.reason == .key)
    #expect(pauses.resume())
    #expect(!session.isPaused && pauses.reason == nil)
  }

  @Test(
    "a session that ran waits for a key after something else was done; one that waited does not")
  func otherThings() async throws {
    start()
    try await waitForNote()
    pauses.holdForUser()
    #expect(session.isPaused && pauses.reason == .asked)
    pauses.endHoldForUser()
    #expect(session.isPaused && pauses.reason == .asked)
    #expect(pauses.resume())

    pauses.connectionChanged(isConnected: false)
    pauses.holdForUser()
    pauses.connectionChanged(isConnected: true)
    #expect(session.isPaused && pauses.reason == .asked)
    pauses.endHoldForUser()
    #expect(!session.isPaused && pauses.reason == nil)
  }

  @Test("a pause and an answer of one moment: the answer counts, and the pause is kept")
  func pauseAfterAnswer() async throws {
    start()
    try await waitForNote()
    player.endNotes()
    try await waitForState(session, .playingNote2)
    player.confirmsLate = true
    #expect(session.answer(higher: true))
    #expect(pauses.togglePause())
    #expect(observer.outcomes.isEmpty && !session.isPaused)
    player.confirmSound()
    #expect(observer.outcomes.count == 1 && session.isPaused)
    #expect(pauses.resume())
    #expect(session.currentTrial?.index == 2)
  }

  @Test("a trial in which the sound breaks off is void once; after the third that is told and over")
  func brokenSound() async throws {
    start()
    for index in 1...3 {
      try await waitForNote()
      pauses.soundBrokeOff(in: index)
      #expect(observer.events.count { if case .discarded = $0 { true } else { false } } == index)
      try await waitForNote()
      pauses.soundBrokeOff(in: index)
      #expect(observer.events.count { if case .discarded = $0 { true } else { false } } == index)
    }
    #expect(told.codes == ["xrunOften"])
    pauses.soundBrokeOff(in: 4)
    #expect(observer.events.count { if case .discarded = $0 { true } else { false } } == 3)
  }

  @Test("those of more than ten trials ago do not count; once there were too many, none is void")
  func brokenSoundAgain() async throws {
    start()
    var count = 0
    for (index, isVoid) in [(1, true), (5, true), (11, true), (14, true), (99, false)] {
      try await waitForNote()
      pauses.soundBrokeOff(in: index)
      count += isVoid ? 1 : 0
      #expect(observer.events.count { if case .discarded = $0 { true } else { false } } == count)
      #expect(told.codes == (index < 14 ? [] : ["xrunOften"]))
    }
  }

  @Test("a trial in which the sound breaks off counts if the user wants that")
  func brokenSoundThatCounts() async throws {
    start()
    try await waitForNote()
    told.discardsOnXrun = false
    pauses.soundBrokeOff(in: 1)
    #expect(!observer.events.contains { if case .discarded = $0 { true } else { false } })
  }

  @Test("what nobody heard is not stored, and is counted; an answer that is taken back is not")
  func unstored() throws {
    #expect(recording.unstored.isEmpty)
    recording.isOpen = false
    let results = (0..<2).map { _ in
      CompletedTrial(
        id: UUID(),
        comparison: Challenge(referenceNote: MIDINote(60), interval: .prime, centOffset: 10),
        answeredHigher: true, tuningSystem: .equalTemperament, timestamp: Date())
    }
    for result in results { recording.receive(result) {} }
    #expect(
      recording.unstored == ["2 answers were not stored, because nothing was connected."])
    var isWithdrawn = false
    recording.withdraw(results[1]) { isWithdrawn = $0 }
    #expect(isWithdrawn)
    #expect(recording.unstored == ["1 answer was not stored, because nothing was connected."])
  }

  @Test("once the session has stopped nothing waits, and the next one begins at once")
  func end() async throws {
    start()
    try await waitForNote()
    pauses.serverStalled(true)
    session.stop()
    pauses.end()
    let count = observer.events.count
    #expect(pauses.reason == nil)
    #expect(!pauses.togglePause() && !pauses.resume())
    pauses.holdForUser()
    pauses.endHoldForUser()
    pauses.serverStalled(false)
    #expect(observer.events.count == count)
    start()
    #expect(!session.isPaused && session.currentTrial?.index == 1)
  }
}
