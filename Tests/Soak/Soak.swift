import ArgumentParser
import Foundation
import Music
import Realtime
import Sound
import SoundFonts
import Training

/// Requests everything that the callback can do, for any length of time.
@main
struct SoakCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "peach-soak",
    abstract: "Plays at random all that there is while a controller sends whatever it likes.",
    discussion: """
      Notes, passages of up to ten, overlaps, glides, strokes, stops, changes of sound, level and period, \
      knob and wheel, demands of silence, bytes that are no MIDI, and an input that hears all of it and \
      comes and goes. It fails if the callback loses an \
      event or a note. In a build with RealtimeSanitizer it shows what the callback must not do.
      """)

  @Option(help: ArgumentHelp("How long.", valueName: "seconds"))
  var seconds = 60.0

  @Option(help: ArgumentHelp("The same number, the same choices.", valueName: "number"))
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp("The JACK server; else JACK_DEFAULT_SERVER's.", valueName: "name"))
  var server: String?

  func validate() throws {
    guard (0.5...86_400).contains(seconds) else {
      throw ValidationError("--seconds takes 0.5 to 86400, not \(seconds).")
    }
  }

  @MainActor func run() async throws {
    let soak = Soak(server: server, seconds: seconds, seed: seed)
    // Its own closures refer to it weakly.
    defer { withExtendedLifetime(soak) {} }
    for (what, count) in try await soak.run().sorted(by: { $0.key < $1.key }) {
      print("\(what): \(count)")
    }
  }
}

/// What ends a soak.
nonisolated enum SoakFault: Error, CustomStringConvertible {
  case noServer
  case noPort
  /// The server went away.
  case serverGone
  /// The callback had more events than the ring has room for.
  case lostEvents(count: Int)

  var description: String {
    switch self {
    case .noServer: "no JACK server answers; name one with --server or JACK_DEFAULT_SERVER"
    case .noPort: "the JACK server gave no port or did not let the client run"
    case .serverGone: "the JACK server went away"
    case .lostEvents(let count): "\(count) events of the callback found no room"
    }
  }
}

/// Makes random requests of every kind to the program's own client, while a controller sends nonsense.
final class Soak {
  private let server: String?
  private let seconds: Double
  private var generator: SeededGenerator
  private let seed: UInt64

  /// Programs of the built-in font: steady tones, and two that die away.
  private static let programs = [80, 81, 82, 11, decayingProgram]
  private static let decayingProgram = 24

  private static let timeBetweenRests = Duration.seconds(60)

  /// More than any note takes to be struck again.
  private static let longestRest = Duration.seconds(5)

  private let settings = FixedSettings()
  private var notes: [(handle: any PlaybackHandle, start: Frequency)] = []
  private var counts: [String: Int] = [:]
  private var hasFailed = false

  init(server: String?, seconds: Double, seed: UInt64) {
    self.server = server
    self.seconds = seconds
    self.seed = seed
    generator = SeededGenerator(seed: seed)
  }

  /// - Returns: how often each thing was requested or happened.
  func run() async throws -> [String: Int] {
    let engine: JackEngine
    do {
      engine = try await JackEngine.open(name: "peach-soak", server: server)
    } catch JackError.noServer {
      throw SoakFault.noServer
    }
    engine.onNews = { [weak self] in
      switch $0 {
      case .fault: self?.hasFailed = true
      case .xruns(let count): self?.counts["xruns", default: 0] += count
      case .freewheel, .bufferSize, .connected, .stalled, .outputs, .inputs,
        .controllers, .audioSources:
        break
      }
    }
    let player = try SoundFontNotePlayer(
      engine: engine, library: SoundFontLibrary(), settings: settings)
    player.onIntent = { [weak self] _, _ in self?.count("intents told") }
    player.onPanic = { [weak self] in self?.count("panics told") }
    try await engine.activate()
    let ear = SoakEar(engine)
    try await ear.open()
    let controller = try RandomController(
      server: server, destination: engine.description.midiPort, seed: seed)
    let period = controller.period
    let end = ContinuousClock.now + .seconds(seconds)
    var nextRest = ContinuousClock.now
    while ContinuousClock.now < end, !hasFailed {
      try Task.checkCancellation()
      if ContinuousClock.now >= nextRest {
        nextRest += Self.timeBetweenRests
        try await rest(on: player, until: end)
      }
      try await act(on: player, of: engine, ear: ear, controller: controller, period: period)
      try await Task.sleep(for: .milliseconds(Int.random(in: 1...40, using: &generator)))
    }
    controller.freewheel(false)
    controller.setPeriod(period)
    await player.silence()
    let lost = engine.lostEvents
    counts["periods with lost MIDI"] = engine.periodsWithLostMIDI
    counts["messages from the controller"] = controller.sentMessages
    counts["looks at the input"] = ear.looks
    counts["losses of input"] = ear.losses
    await ear.close()
    await engine.close()
    if hasFailed { throw SoakFault.serverGone }
    guard lost == 0 else { throw SoakFault.lostEvents(count: lost) }
    return counts
  }

  private func count(_ what: String, _ number: Int = 1) { counts[what, default: 0] += number }

  private func act(
    on player: SoundFontNotePlayer, of engine: JackEngine, ear: SoakEar,
    controller: RandomController, period: Int
  ) async throws {
    switch SoakRequest.deck.randomElement(using: &generator) ?? .heldNote {
    case .heldNote: try await begin(on: player)
    case .passage: try await beginPassage(on: player)
    case .glide: retune()
    case .stop:
      if !notes.isEmpty {
        count("stops")
        notes.remove(at: Int.random(in: notes.indices, using: &generator)).handle.stop()
      }
    case .shortNote: try await playShort(on: player)
    case .stopAll:
      count("stops of everything")
      player.stopAll()
      notes = []
    case .sound:
      count("changes of sound")
      settings.soundSource = SoundSourceID(
        bank: 8, program: Self.programs.randomElement(using: &generator) ?? 80)
    case .level:
      count("changes of level")
      settings.outputLevel = AmplitudeDB(Double.random(in: -60...0, using: &generator))
      player.updateLevel()
    case .bindings: try bind(player)
    case .period:
      count("changes of the period")
      controller.setPeriod(period << Int.random(in: 0...3, using: &generator))
    case .freewheel:
      count("freewheelings")
      controller.freewheel(true)
      try await Task.sleep(for: .milliseconds(20))
      controller.freewheel(false)
    case .flood:
      count("floods of commands")
      for _ in 0..<300 { retune() }
    case .lights:
      count(
        "messages to the controller",
        ShortMIDIMessage.lights.reduce(0) { $0 + (engine.send($1, again: true) ? 1 : 0) })
      engine.followMotor()
    case .input:
      count("openings of the input")
      try await ear.reopen()
    }
  }

  private func frequency() -> Frequency {
    Frequency(hertz: 24 * exp2(Double.random(in: 0...9, using: &generator)))
  }

  private func begin(on player: SoundFontNotePlayer) async throws {
    let start = frequency()
    do {
      let note = try await player.play(
        frequency: start, velocity: .training,
        amplitudeDB: AmplitudeDB(Double.random(in: -30 ... -6, using: &generator)))
      count("held notes")
      notes.append((note, start))
      if Bool.random(using: &generator) {
        let offset = Double.random(in: -1...1, using: &generator)
        try note.arm(PitchSlider(target: start.shifted(by: Cents(-100 * offset))), at: offset)
        note.onSliderMove = { [weak self] _ in self?.count("slider movements told") }
        count("notes in the hand")
      }
    } catch let error as AudioError {
      try tolerate(error)
    }
    // More notes than voices, so that some are refused; then none for a while.
    if notes.count > 10 {
      notes.forEach { $0.handle.stop() }
      notes = []
    }
  }

  /// Begins up to ten notes at once, one after another or together; the last one may be held by a slider.
  private func beginPassage(on player: SoundFontNotePlayer) async throws {
    let count = Int.random(in: 1...Passage.noteLimit, using: &generator)
    let slider = PlacedSlider(
      PitchSlider(target: frequency()), at: Double.random(in: -1...1, using: &generator))
    let passageNotes: [Passage.Note] = (0..<count).map { index in
      let noteStart = start(ofNote: index)
      guard index == count - 1, Bool.random(using: &generator) else {
        let seconds = Double.random(in: 0.001...0.3, using: &generator)
        return Passage.Note(
          NoteRequest(frequency(), at: AmplitudeDB(-18)), start: noteStart,
          duration: NoteSpan(seconds: seconds))
      }
      return Passage.Note(slider, at: AmplitudeDB(-18), start: noteStart)
    }
    do {
      let handles = try await player.play(Passage(passageNotes))
      self.count("passages")
      // Held, or waiting for their turn.
      if let last = handles.last {
        last.onSliderMove = { [weak self] _ in self?.count("slider movements told") }
        notes.append((last, slider.frequency))
      }
      if Int.random(in: 0..<4, using: &generator) == 0 {
        handles.randomElement(using: &generator)?.stop()
      }
    } catch let error as AudioError {
      try tolerate(error)
    }
  }

  private func start(ofNote index: Int) -> Passage.Start {
    guard index > 0 else { return .begin }
    let seconds = Double.random(in: 0...0.1, using: &generator)
    return Bool.random(using: &generator)
      ? .after(index - 1, gap: seconds) : .with(index - 1, delay: seconds)
  }

  /// Lets a few notes die away until they are struck again, and moves them meanwhile.
  private func rest(on player: SoundFontNotePlayer, until end: ContinuousClock.Instant) async throws
  {
    count("rests")
    settings.soundSource = SoundSourceID(bank: 8, program: Self.decayingProgram)
    player.stopAll()
    notes = []
    for _ in 0..<3 { try await begin(on: player) }
    let end = min(end, ContinuousClock.now + Self.longestRest)
    while ContinuousClock.now < end, !hasFailed {
      try await Task.sleep(for: .milliseconds(100))
      retune()
    }
  }

  private func playShort(on player: SoundFontNotePlayer) async throws {
    count("short notes")
    do {
      try await player.play(
        frequency: frequency(), duration: NoteDuration(seconds: 0.3), velocity: .training,
        amplitudeDB: AmplitudeDB(-12))
    } catch let error as AudioError {
      try tolerate(error)
    }
  }

  private func retune() {
    guard let note = notes.randomElement(using: &generator) else { return }
    // A third of these exceed the note's range and are refused.
    let bend = Cents(Double.random(in: -300...300, using: &generator))
    let isTaken = (try? note.handle.adjustFrequency(note.start.shifted(by: bend))) != nil
    count(isTaken ? "glides" : "refusals")
  }

  private func bind(_ player: SoundFontNotePlayer) throws {
    count("bindings")
    do {
      try player.bind(.random(using: &generator))
    } catch let error as AudioError {
      try tolerate(error)
    }
  }

  /// Ignores the errors that a caller must expect of an overloaded player.
  private func tolerate(_ error: AudioError) throws {
    switch error {
    case .overloaded, .noteEnded, .bendOutOfRange, .frequencyOutOfRange: count("refusals")
    case .engineUnavailable, .soundUnavailable, .noUsableNote: throw error
    }
  }
}
