import Foundation
import Music
import Realtime
import TestSupport
import Testing
import Training

@testable import Sound

/// The notes of a passage follow each other to the frame, whatever the period and the main thread.
@Suite("Passages, heard")
@MainActor
struct PassageTests {
  private static let rate = 48_000.0

  private let fixture: PlayerFixture
  private var engine: OfflineEngine { fixture.engine }

  init() throws { fixture = try PlayerFixture() }

  /// What is reported of the notes of a passage, each report with the note's index.
  @MainActor
  private final class Reports {
    var starts: [Int] = []
    var ends: [Int] = []
    var errors: [AudioError] = []
    var values: [Double] = []

    func follow(_ handles: [any PlaybackHandle]) {
      for (index, handle) in handles.enumerated() {
        handle.onStart = { [weak self] in self?.starts.append(index) }
        handle.onSliderMove = { [weak self] in self?.values.append($0) }
        handle.onEnd = { [weak self] error in
          self?.ends.append(index)
          if let error { self?.errors.append(error) }
        }
      }
    }
  }

  private func note(_ hertz: Double, _ seconds: Double?) -> Passage.Note {
    Passage.Note(
      NoteRequest(Frequency(hertz: hertz), at: AmplitudeDB(-12)),
      duration: seconds.map { NoteSpan(seconds: $0) })
  }

  /// Two notes whose length is no whole number of frames or periods.
  private func pair(gap: Double) -> Passage {
    Passage(sequence: [note(440, 0.3104), note(523.25, 0.3104)], gap: gap)
  }

  private static let length = Int((0.3104 * rate).rounded())

  private static let slider = PitchSlider(target: Frequency(hertz: 440))

  /// A short note, then one that a slider moves, from 50 cents above its target on.
  private func tunable() -> Passage {
    Passage(
      sequence: [
        note(330, 0.3104),
        Passage.Note(PlacedSlider(Self.slider, at: 0.5), at: AmplitudeDB(-12)),
      ], gap: 0.1)
  }

  private func knob(_ position: Int) -> MIDIMessage {
    .controlChange(channel: 0, controller: 1, value: UInt8(position))
  }

  // MARK: The gap

  @Test(
    "the gap is exact to the frame at every period, and the samples are the same",
    arguments: [0, 0.1, 0.35])
  func gap(seconds: Double) async throws {
    let silence = Int((seconds * Self.rate).rounded())
    var renderings: [[Float]] = []
    for period in [16, 37, 64, 100, 256, 1024, 1111, 8192] {
      let fixture = try PlayerFixture()
      let reports = Reports()
      reports.follow(try await fixture.player.play(pair(gap: seconds)))
      let begin = fixture.engine.time
      // Nobody handles an event before everything is over.
      let sound = fixture.engine.render(48_000, period: period, isMainThreadBusy: true).left
      fixture.engine.deliverEvents()
      let second = Self.length + silence
      #expect(fixture.starts.map { $0.distance(since: begin) } == [0, second])
      #expect(
        fixture.ends.map { $0.distance(since: begin) } == [Self.length, second + Self.length])
      #expect(reports.starts == [0, 1] && reports.ends == [0, 1] && reports.errors.isEmpty)
      // What sounds is what is reported.
      let first = sound[..<Self.length]
      #expect(Self.length - (try #require(first.lastIndex { $0 != 0 })) < 8)
      #expect(sound[Self.length..<second].allSatisfy { $0 == 0 })
      #expect(try #require(sound[second...].firstIndex { $0 != 0 }) - second < 8)
      renderings.append(sound)
    }
    for rendering in renderings.dropFirst() { #expect(rendering == renderings[0]) }
  }

  @Test("a jump of JACK's clock between the notes does not move the second one")
  func clockJump() async throws {
    var sounds: [[Float]] = []
    for jump in [0, 5000, 1_000_000] {
      let fixture = try PlayerFixture()
      _ = try await fixture.player.play(pair(gap: 0.1))
      var sound = fixture.engine.render(6400, isMainThreadBusy: true).left
      fixture.engine.skip(jump)
      sound += fixture.engine.render(41_600, isMainThreadBusy: true).left
      sounds.append(sound)
    }
    #expect(sounds[1] == sounds[0] && sounds[2] == sounds[0])
  }

  @Test("a comparison sounds to its end while the main thread is busy, and skips no state")
  func busyMainThread() async throws {
    fixture.settings.noteDuration = NoteDuration(seconds: 0.3)
    fixture.settings.noteGap = 0.25
    let observer = MockTrainingObserver()
    let session = TrainingDriver.comparison(
      player: fixture.player, settings: fixture.settings, hearing: { HearingModel() },
      observers: [observer], clock: ManualClock(), random: SeededGenerator(seed: 3))
    session.start()
    #expect(await fixture.settle { engine.hasCommands })
    let sound = engine.render(48_000, period: 1024, isMainThreadBusy: true).left
    #expect(observer.states == [.playingNote1])
    engine.deliverEvents()
    #expect(observer.states == [.playingNote1, .playingNote2, .awaitingAnswer])
    #expect(sound[14_400..<26_400].allSatisfy { $0 == 0 })
    #expect(try #require(sound[26_400...].firstIndex { $0 != 0 }) < 26_408)
    session.stop()
  }

  // MARK: Notes together

  @Test("six notes begin in one frame, in one command, and each sounds at its own pitch")
  func sixNotes() async throws {
    let pitches = [220.0, 277.18, 329.63, 440, 554.37, 659.26]
    let handles = try await fixture.player.play(
      Passage(pitches.map { note($0, nil) }))
    // The voices, and the notes.
    #expect(engine.commandCount == 2)
    let begin = engine.time
    let sound = engine.render(24_000).left
    #expect(fixture.starts == Array(repeating: begin, count: 6))
    #expect(Set(sound.suffix(4800)).count > 1000)
    // One by one they stop, and those that are left sound on.
    for (index, handle) in handles.enumerated() {
      handle.stop()
      engine.render(4800)
      #expect(fixture.ends.count == index + 1)
      #expect((engine.render(4800).peak > 0) == (index < 5))
    }
  }

  @Test("a note joins another one after its delay, to the frame")
  func joining() async throws {
    let delay = Passage.Start.with(0, delay: 0.0253)
    _ = try await fixture.player.play(
      Passage([
        note(440, nil),
        Passage.Note(NoteRequest(Frequency(hertz: 660)), start: delay, duration: nil),
      ]))
    let begin = engine.time
    engine.render(4800)
    let frames = Int((0.0253 * Self.rate).rounded())
    #expect(fixture.starts.map { $0.distance(since: begin) } == [0, frames])
  }

  // MARK: The slider

  @Test("MIDI moves a tunable note from its first frame on, and not before")
  func firstFrame() async throws {
    let start = Self.length + Int((0.1 * Self.rate).rounded())
    for (frame, isMoved) in [(start - 1, false), (start, true)] {
      let fixture = try PlayerFixture()
      let reports = Reports()
      reports.follow(try await fixture.player.play(tunable()))
      fixture.engine.render(
        start + 64, period: 1024, midi: [(100, knob(64)), (frame, knob(84))],
        isMainThreadBusy: true)
      fixture.engine.deliverEvents()
      #expect(reports.starts == [0, 1])
      #expect(reports.values.count == (isMoved ? 1 : 0))
      if let value = reports.values.last { #expect(abs(value - (0.5 + 40.0 / 127)) < 1e-12) }
      // What sounds is where the slider stands.
      fixture.engine.render(2000)
      let cents = 50 + (isMoved ? 4000.0 / 127 : 0)
      let sound = fixture.engine.render(9600).left
      let heard = PitchMeter.cents(
        sound[...], from: 440 * exp2(cents / 1200), sampleRate: Self.rate)
      #expect(abs(heard) < 0.01)
    }
  }

  @Test("what would move a note before it has begun is ignored, and its slider works on")
  func earlyMove() async throws {
    let handles = try await fixture.player.play(tunable())
    let reports = Reports()
    reports.follow(handles)
    engine.render(640)
    try handles[1].moveSlider(to: -0.5)
    try handles[1].adjustFrequency(Frequency(hertz: 441))
    #expect(engine.commandCount == 0)
    engine.render(24_000)
    #expect(reports.starts == [0, 1])
    try handles[1].moveSlider(to: 0.25)
    engine.render(64)
    #expect(reports.values == [0.25])
  }

  @Test("a passage with a slider that reaches too far is refused as a whole")
  func refusedSlider() async throws {
    let low = PitchSlider(target: Frequency(hertz: 20.5))
    await #expect(throws: AudioError.self) {
      _ = try await fixture.player.play(
        Passage(sequence: [note(440, 0.3), Passage.Note(PlacedSlider(low, at: 0))], gap: 0))
    }
    engine.render(4800)
    #expect(fixture.starts.isEmpty && fixture.player.lent.count == 0)
  }

  // MARK: Ends

  @Test("a note that is stopped before it begins never does; the others sound on")
  func stopBeforeStart() async throws {
    let handles = try await fixture.player.play(pair(gap: 0.1))
    let reports = Reports()
    reports.follow(handles)
    engine.render(640)
    handles[1].stop()
    engine.render(48_000)
    #expect(reports.starts == [0] && reports.ends == [1, 0] && reports.errors.isEmpty)
    #expect(fixture.ends.count == 2)
  }

  @Test("a stop of everything drops the notes that wait, and ends them")
  func stopAll() async throws {
    let reports = Reports()
    reports.follow(try await fixture.player.play(pair(gap: 0.1)))
    engine.render(640)
    fixture.player.stopAll()
    engine.render(4800)
    #expect(Set(reports.ends) == [0, 1] && reports.starts == [0])
    #expect(engine.render(48_000).extent == nil)
    // Nothing is left that could be taken for a note of the next passage.
    let next = Reports()
    next.follow(try await fixture.player.play(pair(gap: 0)))
    engine.render(48_000)
    #expect(next.starts == [0, 1] && next.ends == [0, 1])
  }

  @Test("a note of a passage for which there is no voice says so")
  func noVoice() async throws {
    for _ in 0..<VoiceBankView.voiceCount - 1 { _ = try await fixture.hold(440) }
    let reports = Reports()
    reports.follow(
      try await fixture.player.play(Passage([note(440, nil), note(550, nil), note(660, nil)])))
    engine.render(640)
    #expect(reports.starts == [0] && reports.ends == [1, 2])
    #expect(reports.errors == [.overloaded, .overloaded])
  }

  @Test("without a server every note of a passage ends with that error, once")
  func engineGone() async throws {
    let reports = Reports()
    reports.follow(try await fixture.player.play(pair(gap: 0.1)))
    engine.render(640)
    engine.isRunning = false
    fixture.player.engineEnded()
    #expect(await fixture.settle { reports.ends.count == 2 })
    engine.deliverEvents()
    #expect(reports.errors == [.engineUnavailable, .engineUnavailable])
  }

  @Test("only the notes that begin while the first one of a client rises start quiet, too")
  func quietStart() async throws {
    let quiet = try PlayerFixture(startsQuiet: true)
    var sounds: [[Float]] = []
    for fixture in [quiet, self.fixture] {
      _ = try await fixture.player.play(pair(gap: 0))
      sounds.append(fixture.engine.render(36_000).left)
    }
    #expect(abs(sounds[0][3000]) < abs(sounds[1][3000]) * 0.7)
    #expect(sounds[0][Self.length...] == sounds[1][Self.length...])
  }

  // MARK: Memory

  @Test("what commands point to comes back as soon as the callback has it, and only then")
  func memory() async throws {
    _ = try await fixture.player.play(pair(gap: 0.1))
    try fixture.player.bind(ControlBindings())
    #expect(fixture.player.lent.count == 2)
    engine.deliverEvents()
    #expect(fixture.player.lent.count == 2)
    engine.render(64)
    #expect(fixture.player.lent.count == 0)
  }

  @Test("what a server that has gone does not take is not kept")
  func refusedMemory() async throws {
    fixture.engine.isRunning = false
    await #expect(throws: AudioError.engineUnavailable) {
      _ = try await fixture.player.play(pair(gap: 0))
    }
    #expect(throws: AudioError.engineUnavailable) { try fixture.player.bind(ControlBindings()) }
    #expect(fixture.player.lent.count == 0)
  }

  @Test("more notes than there may be at a time are refused together")
  func noteLimit() async throws {
    let six = Passage((0..<6).map { note(200 + 50 * Double($0), nil) })
    for _ in 0..<VoiceAllocator.noteLimit / 6 { _ = try await fixture.player.play(six) }
    let count = fixture.player.room.notes.count
    await #expect(throws: AudioError.overloaded) { _ = try await fixture.player.play(six) }
    #expect(fixture.player.room.notes.count == count)
  }
}
