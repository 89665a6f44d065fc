import Realtime
import Testing

@Suite("Buttons")
struct ButtonsTests {
  /// Buttons in a copyable wrapper, which `#expect` can expand.
  private final class Board {
    private var buttons: Buttons

    init(_ change: (inout ButtonMap) -> Void) {
      var map = ButtonMap()
      change(&map)
      buttons = Buttons(map: map)
    }

    func handle(_ message: MIDIMessage) -> ControlIntent? { buttons.handle(message) }

    func pedal(_ value: UInt8, number: UInt8 = 64) -> ControlIntent? {
      handle(.controlChange(channel: 0, controller: number, value: value))
    }

    func key(_ key: UInt8) -> ControlIntent? {
      handle(.noteOn(channel: 0, key: key, velocity: 1))
    }
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
