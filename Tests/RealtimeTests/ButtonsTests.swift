import Realtime
import Testing

@Suite("Buttons")
struct ButtonsTests {
  /// Buttons in a copyable wrapper, which `#expect` can expand.
  private final class Board {
    private var buttons: Buttons
    // The clock wraps around during the first messages.
    private var time = FrameTime(.max - 30_000)

    init(_ change: (inout ButtonMap) -> Void) {
      var map = ButtonMap()
      change(&map)
      buttons = Buttons(map: map, sampleRate: 48_000)
    }

    /// Handles a message that comes `seconds` after the one before.
    func handle(_ message: MIDIMessage, after seconds: Double = 0.5) -> ControlIntent? {
      time = time.advanced(by: Int(seconds * 48_000))
      return buttons.handle(message, at: time)
    }

    func reset() { buttons.reset() }

    func echo(_ message: MIDIMessage) { buttons.handleEcho(message) }

    func pedal(_ value: UInt8, number: UInt8 = 64) -> ControlIntent? {
      handle(.controlChange(channel: 0, controller: number, value: value))
    }

    func key(_ key: UInt8) -> ControlIntent? {
      handle(.noteOn(channel: 0, key: key, velocity: 1))
    }
  }

  @Test("a press that arrives twice counts once, across the end of the clock, too")
  func doubledPresses() {
    let board = Board { map in
      map.setKey(60, .commit)
      map.setProgram(5, .stop)
    }
    for round in 0..<3 {
      // On two channels, as a layered keyboard sends it.
      let second: MIDIMessage = .noteOn(channel: 1, key: 60, velocity: 90)
      #expect(board.handle(.noteOn(channel: 0, key: 60, velocity: 90)) == .commit, "\(round)")
      #expect(board.handle(second, after: 0) == nil)
      #expect(board.handle(.noteOff(channel: 0, key: 60), after: 0.05) == nil)
      #expect(board.handle(.noteOff(channel: 1, key: 60), after: 0) == nil)
      #expect(board.handle(.programChange(channel: 0, program: 5)) == .stop)
      #expect(board.handle(.programChange(channel: 0, program: 5), after: 0.001) == nil)
    }
    // Fast playing is not doubled: there is a note-off in between.
    #expect(board.handle(.noteOn(channel: 0, key: 60, velocity: 90)) == .commit)
    #expect(board.handle(.noteOff(channel: 0, key: 60), after: 0.02) == nil)
    #expect(board.handle(.noteOn(channel: 0, key: 60, velocity: 90), after: 0.02) == .commit)
    // A pad that never sends a note-off.
    #expect(board.handle(.noteOn(channel: 0, key: 60, velocity: 90), after: 0.2) == .commit)
  }

  @Test("a release that looks like an echo releases, and no echo is a press")
  func echoes() {
    let board = Board { map in
      map.setController(32, .higher)
      map.setController(80, .again, isLatching: true)
      map.setKey(36, .lower)
    }
    func controller(_ number: UInt8, _ value: UInt8) -> MIDIMessage {
      .controlChange(channel: 0, controller: number, value: value)
    }
    // The light goes out on the press, by the message that the release sends.
    #expect(board.pedal(127, number: 32) == .higher)
    board.echo(controller(32, 0))
    #expect(board.pedal(127, number: 32) == .higher)
    // A light that has come on, and its echo.
    board.echo(controller(32, 127))
    #expect(board.pedal(0, number: 32) == nil)
    #expect(board.pedal(127, number: 32) == .higher)
    // Neither change of a switch that stays where it is.
    #expect(board.pedal(127, number: 80) == .again)
    board.echo(controller(80, 0))
    #expect(board.pedal(0, number: 80) == .again)
    board.echo(.noteOn(channel: 0, key: 36, velocity: 127))
    #expect(board.key(36) == .lower)
    board.echo(.noteOff(channel: 0, key: 36))
    #expect(board.handle(.noteOn(channel: 0, key: 36, velocity: 1), after: 0.01) == .lower)
  }

  @Test("every intent comes back as it was bound")
  func intents() {
    let intents: [ControlIntent] = [
      .higher, .lower, .commit, .stop, .again, .pause, .undo, .first, .second,
    ]
    let board = Board { map in
      for (key, intent) in intents.enumerated() { map.setKey(key, intent) }
    }
    for (key, intent) in intents.enumerated() { #expect(board.key(UInt8(key)) == intent) }
  }

  @Test("a latching switch answers at each change if it is set so, and not at repeated values")
  func latchingSwitch() {
    let board = Board {
      $0.setController(80, .higher, isLatching: true)
      $0.setController(81, .lower)
    }
    for _ in 0..<2 {
      #expect(board.pedal(127, number: 80) == .higher)
      #expect(board.pedal(127, number: 80) == nil)
      #expect(board.pedal(70, number: 80) == nil)
      #expect(board.pedal(0, number: 80) == .higher)
      #expect(board.pedal(0, number: 80) == nil)
    }
    // As a pedal the same switch answers at every other press.
    #expect(board.pedal(127, number: 81) == .lower)
    #expect(board.pedal(0, number: 81) == nil)
    #expect(board.pedal(127, number: 81) == .lower)
  }

  @Test("a latching switch that was on before its first message answers at its first press")
  func latchedBefore() {
    let board = Board { $0.setController(80, .commit, isLatching: true) }
    #expect(board.pedal(0, number: 80) == .commit)
    #expect(board.pedal(0, number: 80) == nil)
    #expect(board.pedal(127, number: 80) == .commit)
  }

  @Test("after a reset the next press of everything counts")
  func reset() {
    let board = Board { map in
      map.setController(64, .commit)
      map.setKey(60, .higher)
    }
    #expect(board.pedal(127) == .commit)
    #expect(board.handle(.noteOn(channel: 0, key: 60, velocity: 1)) == .higher)
    board.reset()
    #expect(board.pedal(127) == .commit)
    #expect(board.handle(.noteOn(channel: 0, key: 60, velocity: 1), after: 0.01) == .higher)
  }

  @Test("keys and pads answer when they are pressed, not when they come up")
  func keys() {
    let board = Board { map in
      for key in 0..<60 { map.setKey(key, .lower) }
      for key in 61..<128 { map.setKey(key, .higher) }
    }
    #expect(board.key(59) == .lower)
    #expect(board.key(0) == .lower)
    #expect(board.key(61) == .higher)
    #expect(board.key(127) == .higher)
    #expect(board.key(60) == nil)
    #expect(board.handle(.noteOff(channel: 0, key: 61)) == nil)
  }

  @Test("a pedal counts once for each press, and a half-pressed one does not chatter")
  func pedal() {
    let board = Board { $0.setController(64, .commit) }
    #expect(board.pedal(127) == .commit)
    #expect(board.pedal(127) == nil)
    #expect(board.pedal(60) == nil)
    #expect(board.pedal(70) == nil)
    #expect(board.pedal(0) == nil)
    #expect(board.pedal(63) == nil)
    #expect(board.pedal(64) == .commit)
    #expect(board.pedal(127, number: 65) == nil)
  }

  @Test("a program change is a button, too")
  func programs() {
    let board = Board { $0.setProgram(5, .stop) }
    #expect(board.handle(.programChange(channel: 0, program: 5)) == .stop)
    #expect(board.handle(.programChange(channel: 0, program: 5)) == .stop)
    #expect(board.handle(.programChange(channel: 0, program: 6)) == nil)
  }

  @Test("what is bound to nothing, and numbers that no control has, are nothing")
  func nothing() {
    let board = Board { map in
      map.setKey(128, .commit)
      map.setKey(-1, .commit)
      map.setController(200, .commit)
      map.setProgram(-5, .commit)
    }
    for number in 0..<128 as Range<UInt8> {
      #expect(board.key(number) == nil)
      #expect(board.pedal(127, number: number) == nil)
      #expect(board.handle(.programChange(channel: 0, program: number)) == nil)
    }
  }

  @Test("one channel or all")
  func channels() {
    var bindings = ControlBindings()
    let message = MIDIMessage.controlChange(channel: 3, controller: 1, value: 1)
    #expect(bindings.listens(to: message))
    bindings.channel = 3
    #expect(bindings.listens(to: message))
    bindings.channel = 4
    #expect(!bindings.listens(to: message))
  }
}
