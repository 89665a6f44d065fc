import ArgumentParser
import Foundation
import Music
import Realtime
import Sound
import SoundFonts
import Training

/// Requests everything that the callback can do, for any length of time.
struct SoakCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "soak",
    abstract: "Plays at random all that there is while a controller sends whatever it likes.",
    discussion: """
      Notes, overlaps, glides, stops, changes of sound and of the period, knob and wheel, and bytes \
      that are no MIDI. It fails where the callback loses an event or a note. In a build with \
      RealtimeSanitizer it shows what the callback must not do.
      """)

  @Option(help: ArgumentHelp("How long.", valueName: "seconds"))
  var seconds = 60.0

  @Option(help: ArgumentHelp("The same number, the same choices.", valueName: "number"))
  var seed: UInt64 = 1

  @OptionGroup var jack: ServerOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard (0.5...86_400).contains(seconds) else {
      throw ValidationError("--seconds takes 0.5 to 86400, not \(seconds).")
    }
  }

  func measure(into writer: ReportWriter) async throws {
    let soak = SoakBenchmark(server: jack.server, seconds: seconds, seed: seed)
    // Its own closures refer to it weakly.
    defer { withExtendedLifetime(soak) {} }
    writer.write(try await soak.run())
  }
}

/// Makes random requests of every kind to the program's own client, while a controller sends nonsense.
final class SoakBenchmark {
  private let server: String?
  private let seconds: Double
  private var generator: SeededGenerator
  private let seed: UInt64

  private let settings = BenchSettings()
  private var notes: [(handle: any PlaybackHandle, start: Frequency)] = []
  private var counts: [String: Int] = [:]
  private var hasFailed = false

  init(server: String?, seconds: Double, seed: UInt64) {
    self.server = server
    self.seconds = seconds
    self.seed = seed
    generator = SeededGenerator(seed: seed)
  }

  func run() async throws -> Report {
    let engine: JackEngine
    do {
      engine = try await JackEngine.open(name: "peach-soak", server: server)
    } catch JackError.noServer {
      throw BenchFault.noServer
    }
    engine.onNews = { [weak self] in
      switch $0 {
      case .fault: self?.hasFailed = true
      case .xruns(let count): self?.counts["xruns", default: 0] += count
      case .freewheel, .bufferSize, .connected, .lateCommands, .stalled, .outputs, .inputs: break
      }
    }
    let player = try SoundFontNotePlayer(
      engine: engine, library: SoundFontLibrary(), settings: settings)
    player.onIntent = { [weak self] _, _ in self?.count("intents told") }
    try await engine.activate()
    let controller = try RandomController(
      server: server, destination: engine.description.midiPort, seed: seed)
    let period = controller.period
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end, !hasFailed {
      try Task.checkCancellation()
      try await act(on: player, controller: controller, period: period)
      try await Task.sleep(for: .milliseconds(Int.random(in: 1...40, using: &generator)))
    }
    controller.freewheel(false)
    controller.setPeriod(period)
    await player.silence()
    let (lost, late) = (engine.lostEvents, engine.lateCommands)
    counts["late commands"] = late
    counts["periods with lost MIDI"] = engine.periodsWithLostMIDI
    counts["messages from the controller"] = controller.sentMessages
    await engine.close()
    if hasFailed { throw BenchFault.serverGone }
    guard lost == 0 else { throw BenchFault.lostEvents(count: lost) }
    return Report(
      key: "soak", title: "All that the callback can be asked for",
      columns: [
        ReportColumn(key: "what", heading: "what"), ReportColumn(key: "count", heading: "count"),
      ],
      rows: counts.sorted { $0.key < $1.key }.map { [.text($0.key), .number(Double($0.value))] })
  }

  private func count(_ what: String) { counts[what, default: 0] += 1 }

  private func act(
    on player: SoundFontNotePlayer, controller: RandomController, period: Int
  ) async throws {
    switch Int.random(in: 0..<41, using: &generator) {
    case 0..<12: try await begin(on: player)
    case 12..<20: retune()
    case 20..<27:
      if !notes.isEmpty {
        count("stops")
        notes.remove(at: Int.random(in: notes.indices, using: &generator)).handle.stop()
      }
    case 27..<32: try await playShort(on: player)
    case 32..<34:
      count("stops of everything")
      player.stopAll()
      notes = []
    case 34..<36:
      count("changes of sound")
      settings.soundSource = SoundSourceID(
        bank: 8, program: Int.random(in: 80...82, using: &generator))
    case 36..<38: try bind(player)
    case 38:
      count("changes of the period")
      controller.setPeriod(period << Int.random(in: 0...3, using: &generator))
    case 39:
      count("freewheelings")
      controller.freewheel(true)
      try await Task.sleep(for: .milliseconds(20))
      controller.freewheel(false)
    default:
      count("floods of commands")
      for _ in 0..<300 { retune() }
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
    if notes.count > 6 {
      notes.forEach { $0.handle.stop() }
      notes = []
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
    var bindings = ControlBindings()
    bindings.slider.source =
      [
        .none, .controller(1), .pair(1), .parameter(129), .relative(1, .twosComplement),
        .relative(1, .binaryOffset), .relative(1, .signedBit),
      ].randomElement(using: &generator) ?? .none
    bindings.slider.wheel = [.off, .speed, .position].randomElement(using: &generator) ?? .speed
    bindings.slider.travel = Double.random(in: 0.1...2, using: &generator)
    bindings.slider.slowStep = Double.random(in: 0.1...1, using: &generator)
    bindings.slider.smoothing = Bool.random(using: &generator) ? 0 : 0.05
    bindings.levelController = Bool.random(using: &generator) ? 0xFF : 7
    bindings.channel = Bool.random(using: &generator) ? 0xFF : 3
    for number in 0..<128 where number != 1 {
      let intent: ControlIntent = [.higher, .lower, .commit, .stop, .again, .pause, .undo][
        number % 7]
      bindings.buttons.setKey(number, intent)
      if number % 8 == 0 { bindings.buttons.setController(number, intent) }
      bindings.buttons.setProgram(number, intent)
    }
    do {
      try player.bind(bindings)
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
