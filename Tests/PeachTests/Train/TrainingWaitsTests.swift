import Foundation
import History
import Music
import TestSupport
import Testing

@testable import PeachApp
@testable import Training

@Suite("A session that waits and goes on")
@MainActor
struct TrainingWaitsTests {
  /// What a user is told.
  private final class Told {
    var codes: [Notice.Code] = []
    var discardsOnXrun = true
  }

  private let home: Home
  private let player = MockNotePlayer()
  private let observer = MockTrainingObserver<ChoiceMachine>()
  private let clock = ManualClock()
  private let told = Told()
  private let recording: RunRecording
  private let session: ComparisonSession
  private let waits: TrainingWaits<ChoiceMachine>

  init() throws {
    home = try Home()
    recording = RunRecording(
      try TrainingHistory(
        path: home.history.path,
        places: RecoveryPlaces(
          database: home.history, environment: ["XDG_STATE_HOME": home.directory.path])),
      seed: nil)
    let strategy = MockNextComparisonStrategy()
    session = ComparisonSession(
      player: player, settings: MockUserSettings(), hearing: { HearingModel() },
      strategy: { _ in strategy }, observers: [observer], clock: clock)
    waits = TrainingWaits(
      waitsForConnection: true, recording: recording,
      discardsOnXrun: { [told] in told.discardsOnXrun },
      notify: { [told] in told.codes.append($0.code) })
    // As a run of training does.
    observer.onEvent = { [waits] in if case .paused(let reason) = $0 { waits.paused(reason) } }
  }

  private func start(isStalled: Bool = false, isConnected: Bool = true) {
    waits.start(session, isStalled: isStalled, isConnected: isConnected)
  }

  /// Waits until the first note of a trial sounds.
  private func waitForNote() async throws {
    try await wait(for: "the note") { player.soundingCount == 1 }
  }

  @Test("it begins with a wait if nothing is connected, and with a trial as soon as something is")
  func connection() async throws {
    start(isConnected: false)
    #expect(session.isPaused && waits.reason == .unconnected && !recording.isOpen)
    #expect(observer.events == [.paused(.unconnected)])
    waits.connectionChanged(isConnected: true)
    #expect(!session.isPaused && waits.reason == nil && recording.isOpen)
    #expect(session.currentChallenge?.index == 1)
  }

  @Test(
    "who goes on unheard is told that nothing is stored; the trial is posed anew once it is heard")
  func insisting() async throws {
    start(isConnected: false)
    #expect(waits.goOn())
    #expect(told.codes == ["notStored"] && !session.isPaused && !recording.isOpen)
    try await waitForNote()
    let unheard = try #require(session.currentChallenge)
    waits.connectionChanged(isConnected: true)
    #expect(recording.isOpen && !session.isPaused)
    #expect(
      observer.events.suffix(4) == [
        .discarded(unheard, .paused(.unconnected)), .paused(.unconnected), .trial(unheard),
        .state(.playingNote1),
      ])
    #expect(told.codes.count == 1)
  }

  @Test("a server that hangs is waited for, and the user's pause outlasts that")
  func stalled() async throws {
    start()
    try await waitForNote()
    #expect(waits.togglePause())
    #expect(observer.events.last == .paused(.asked) && waits.waitsForUser)
    waits.serverStalled(true)
    #expect(observer.events.last == .paused(.stalled) && !waits.waitsForUser)
    #expect(!waits.goOn())
    waits.serverStalled(false)
    #expect(observer.events.last == .paused(.asked))
    #expect(waits.togglePause())
    #expect(!session.isPaused)
  }

  @Test("a session that waits for a key goes on with it")
  func ownPause() async throws {
    start()
    try await waitForNote()
    session.pause(.key)
    #expect(waits.reason == .key && waits.waitsForUser)
    // What happens to the server meanwhile changes nothing about it.
    waits.connectionChanged(isConnected: false)
    waits.connectionChanged(isConnected: true)
    #expect(session.isPaused && waits.reason == .key)
    #expect(waits.goOn())
    #expect(!session.isPaused && waits.reason == nil)
  }

  @Test(
    "a session that ran waits for a key after something else was done; one that waited does not")
  func otherThings() async throws {
    start()
    try await waitForNote()
    waits.holdForUser()
    #expect(session.isPaused && waits.reason == .asked)
    waits.endHoldForUser()
    #expect(session.isPaused && waits.reason == .asked)
    #expect(waits.goOn())

    waits.connectionChanged(isConnected: false)
    waits.holdForUser()
    waits.connectionChanged(isConnected: true)
    #expect(session.isPaused && waits.reason == .asked)
    waits.endHoldForUser()
    #expect(!session.isPaused && waits.reason == nil)
  }

  @Test("a pause and an answer of one moment: the answer counts, and the pause is kept")
  func pauseAfterAnswer() async throws {
    start()
    try await waitForNote()
    player.endNotes()
    try await waitForState(session, .playingNote2)
    player.confirmsLate = true
    #expect(session.answer(higher: true))
    #expect(waits.togglePause())
    #expect(observer.outcomes.isEmpty && !session.isPaused)
    player.confirmSound()
    #expect(observer.outcomes.count == 1 && session.isPaused)
    #expect(waits.goOn())
    #expect(session.currentChallenge?.index == 2)
  }

  @Test("a trial in which the sound breaks off is void once; after the third that is told and over")
  func brokenSound() async throws {
    start()
    for index in 1...3 {
      try await waitForNote()
      waits.soundBrokeOff(in: index)
      #expect(observer.events.count { if case .discarded = $0 { true } else { false } } == index)
      try await waitForNote()
      waits.soundBrokeOff(in: index)
      #expect(observer.events.count { if case .discarded = $0 { true } else { false } } == index)
    }
    #expect(told.codes == ["xrunOften"])
    waits.soundBrokeOff(in: 4)
    #expect(observer.events.count { if case .discarded = $0 { true } else { false } } == 3)
  }

  @Test("a trial in which the sound breaks off counts if the user wants that")
  func brokenSoundThatCounts() async throws {
    start()
    try await waitForNote()
    told.discardsOnXrun = false
    waits.soundBrokeOff(in: 1)
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
    waits.serverStalled(true)
    session.stop()
    waits.end()
    let count = observer.events.count
    #expect(waits.reason == nil)
    #expect(!waits.togglePause() && !waits.goOn())
    waits.holdForUser()
    waits.endHoldForUser()
    waits.serverStalled(false)
    #expect(observer.events.count == count)
    start()
    #expect(!session.isPaused && session.currentChallenge?.index == 1)
  }
}
