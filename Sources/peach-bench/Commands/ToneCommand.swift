import ArgumentParser
import Foundation
import Realtime
import Sound

/// Notes on demand, for instruments that listen at the ports.
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

  private static func say(_ answer: String) {
    // Not print: whoever asked waits for the answer, and it must not wait in a buffer.
    FileHandle.standardOutput.write(Data((answer + "\n").utf8))
  }

  @MainActor func run() async throws {
    let generator = try await ToneGenerator(
      clientName: clientName, server: jack.server, wheel: wheel.binding)
    if let note { Self.say(await generator.obey("note \(note)")) }
    try await Interruption.watching {
      for await line in Self.lines where !line.isEmpty {
        if line == "quit" { break }
        Self.say(await generator.obey(line))
      }
    }
    await generator.close()
  }
}

/// What the pitch wheel is, on the command line.
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
