import ArgumentParser
import Foundation
import Intonation
import Music
import Realtime
import Sound
import SoundFonts
import Training

/// Plays notes on demand, for measuring instruments at the ports.
struct ToneCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tone",
    abstract: "Plays what lines on standard input say, for instruments that measure from outside.",
    discussion: """
      The program's own JACK client, voices and fades, without a training. One command a line, each \
      answered by 'ok' or by what is wrong:

        note HZ       fades in a note and gives it into the hand: CC 1 or the pitch wheel moves \
      it, 100 cents either way
        bend CENTS    glides to so many cents from where the note began
        stop          fades it out
        stopall       fades out whatever sounds
        sound ID      the sound of the notes that follow, such as sf2:8:81 or /FOLDER/FONT.sf2:0:40
        listen        opens the audio input, connects it with the program's own output, and reads it
        listen PORT   the same with another program's output
        connect PORT  the same, but nobody reads it
        deaf          closes it
        correct on    or off: whether a sound that has been measured is corrected
        quit          ends, as the end of input does
      """)

  @Option(help: ArgumentHelp("Play this note at once.", valueName: "hertz"))
  var note: Double?

  @Option(help: ArgumentHelp("The JACK client's name.", valueName: "name"))
  var clientName = "peach"

  @Option(help: "What the pitch wheel is: speed, position or off.")
  var wheel = WheelOption.speed

  @OptionGroup var jack: ServerOptions

  func validate() throws {
    if let note, !(20...20_000).contains(note) {
      throw ValidationError("--note takes 20 to 20000 Hz, not \(note).")
    }
  }

  /// The lines of standard input, read on a thread of their own.
  private static var lines: AsyncStream<String> {
    AsyncStream { continuation in
      Thread.detachNewThread {
        while let line = readLine() { continuation.yield(line) }
        continuation.finish()
      }
    }
  }

  private static func send(_ answer: String) {
    // Not print: the other side waits for the answer, which must not stay in a buffer.
    FileHandle.standardOutput.write(Data((answer + "\n").utf8))
  }

  @MainActor func run() async throws {
    let generator = try await ToneGenerator(
      clientName: clientName, server: jack.server, wheel: wheel.binding)
    if let note { Self.send(await generator.handle("note \(note)")) }
    try await Interruption.watching {
      for await line in Self.lines where !line.isEmpty {
        if line == "quit" { break }
        Self.send(await generator.handle(line))
      }
    }
    await generator.close()
  }
}

/// The function of the pitch wheel on the command line.
nonisolated enum WheelOption: String, CaseIterable, ExpressibleByArgument {
  case off, speed, position

  var binding: SliderBindings.Wheel {
    switch self {
    case .off: .off
    case .speed: .speed
    case .position: .position
    }
  }
}

/// The program's client and player under the control of commands.
final class ToneGenerator {
  private let engine: JackEngine
  private let player: SoundFontNotePlayer
  private let settings = BenchSettings()
  private let ear: SoakEar
  private var note: (handle: any PlaybackHandle, start: Frequency)?

  /// - Parameter server: `nil` is the default one.
  init(clientName: String, server: String?, wheel: SliderBindings.Wheel) async throws {
    engine = try await Self.engine(clientName: clientName, server: server)
    ear = SoakEar(engine)
    let environment = ProcessInfo.processInfo.environment
    let library = try SoundFontLibrary(
      SoundFontSearch(
        environment: environment, synthesizerDefault: SoundFontLibrary.synthesizerDefault))
    player = try SoundFontNotePlayer(
      engine: engine, library: library, settings: settings,
      tables: IntonationCache(environment: environment))
    try await engine.activate()
    var bindings = ControlBindings()
    bindings.slider.wheel = wheel
    try player.bind(bindings)
  }

  private static func engine(clientName: String, server: String?) async throws -> JackEngine {
    do {
      return try await JackEngine.open(name: clientName, server: server)
    } catch JackError.noServer {
      throw BenchFault.noServer
    }
  }

  func close() async {
    await ear.close()
    await player.silence()
    await engine.close()
  }

  /// Executes a line, and returns the answer.
  func handle(_ line: String) async -> String {
    let words = line.split(separator: " ").map(String.init)
    do {
      switch (words.first, words.count, words.count == 2 ? Double(words[1]) : nil) {
      case ("note", 2, let hertz?) where hertz.isFinite && hertz > 0: try await begin(hertz)
      case ("bend", 2, let cents?) where cents.isFinite: try bend(cents)
      case ("stop", 1, _): note?.handle.stop()
      case ("stopall", 1, _): player.stopAll()
      case ("listen", 1, _): try await ear.reopen()
      case ("listen", 2, _): try await ear.reopen(to: words[1])
      case ("connect", 2, _): try await ear.reopen(to: words[1], isRead: false)
      case ("deaf", 1, _): await ear.close()
      case ("sound", 2, _):
        guard let source = SoundSourceID(words[1]) else { return "\(words[1]) is no sound" }
        settings.soundSource = source
      case ("correct", 2, _) where ["on", "off"].contains(words[1]):
        settings.correctIntonation = words[1] == "on"
        settings.evenLoudness = words[1] == "on"
      default:
        return
          "'\(line)' is no command: note HZ, bend CENTS, stop, stopall, sound ID, listen, listen PORT, connect PORT, deaf, correct on, correct off, quit"
      }
      return "ok"
    } catch {
      return "\(error)"
    }
  }

  private func begin(_ hertz: Double) async throws {
    let frequency = Frequency(hertz: hertz)
    let handle = try await player.play(
      frequency: frequency, velocity: .training, amplitudeDB: AmplitudeDB(0))
    note = (handle, frequency)
    // At the ends of the playable range there is no room for the slider.
    try? handle.arm(PitchSlider(target: frequency), at: 0)
  }

  private func bend(_ cents: Double) throws {
    guard let note else { throw AudioError.noteEnded }
    try note.handle.adjustFrequency(note.start.shifted(by: Cents(cents)))
  }
}
