import Realtime
import Settings
import Testing

@testable import PeachApp

/// Streams as controllers send them when they are turned to the left and then to the right.
private enum Recording {
  static func controller(_ number: UInt8, _ values: [Int], channel: UInt8 = 0) -> [MIDIMessage] {
    values.map { .controlChange(channel: channel, controller: number, value: UInt8($0)) }
  }

  static func pair(_ number: UInt8, _ positions: [Int], fineFirst: Bool) -> [MIDIMessage] {
    positions.flatMap { position in
      let halves = controller(number, [position >> 7]) + controller(number + 32, [position & 0x7F])
      return fineFirst ? halves.reversed() : halves
    }
  }

  static func parameter(_ number: Int, _ positions: [Int], selectsOnce: Bool) -> [MIDIMessage] {
    let select = controller(99, [number >> 7]) + controller(98, [number & 0x7F])
    return positions.enumerated().flatMap { index, position in
      (index == 0 || !selectsOnce ? select : [])
        + controller(6, [position >> 7]) + controller(38, [position & 0x7F])
    }
  }

  static let sweep = Array(stride(from: 64, through: 40, by: -1)) + Array(41...70)
  static let fineSweep =
    Array(stride(from: 9000, through: 7000, by: -37)) + Array(stride(from: 7010, to: 9000, by: 41))
}

@Suite("What a control is, from what it sends")
struct ControlGuessTests {
  private func guess(_ messages: [MIDIMessage]) -> ControlGuess.Control? {
    ControlGuess(messages)?.control
  }

  @Test(
    "a 7-bit knob, slow, fast, about its middle and to its end stops",
    arguments: [
      Recording.sweep, Array(stride(from: 100, through: 0, by: -7)) + [4, 9, 20, 50, 90],
      [66, 65, 64, 63, 62, 61, 62, 63, 64, 65, 66, 67], [3, 2, 1, 0, 1, 2, 3, 4],
      [127, 126, 125, 124, 125, 126, 127], [67, 66, 65, 64, 63, 62, 63, 64, 65],
    ])
  func knob(values: [Int]) throws {
    let found = try #require(ControlGuess(Recording.controller(21, values, channel: 4)))
    #expect(found.control == .slider(.controller(21)))
    #expect(found.channel == 5)
  }

  @Test("a pair of 14 bits, in either order", arguments: [false, true])
  func pair(fineFirst: Bool) {
    let messages = Recording.pair(2, Recording.fineSweep, fineFirst: fineFirst)
    #expect(guess(messages) == .slider(.pair(2)))
  }

  @Test("a pair whose coarse half comes only when it changes, and one that was hardly turned")
  func sparsePair() {
    var messages = Recording.pair(7, [8000], fineFirst: false)
    var coarse = 8000 >> 7
    for position in Recording.fineSweep {
      if position >> 7 != coarse { messages += Recording.controller(7, [position >> 7]) }
      coarse = position >> 7
      messages += Recording.controller(39, [position & 0x7F])
    }
    #expect(guess(messages) == .slider(.pair(7)))
    let little = [8060, 8050, 8041, 8030, 8022, 8035, 8047, 8055]
    #expect(guess(Recording.pair(7, little, fineFirst: false)) == .slider(.pair(7)))
  }

  @Test("a pair whose fine half never changes has 7 bits")
  func uselessFineHalf() {
    let messages = Recording.pair(2, Recording.sweep.map { $0 << 7 }, fineFirst: false)
    #expect(guess(messages) == .slider(.controller(2)))
  }

  @Test("a non-registered parameter, selected each time or once", arguments: [false, true])
  func parameter(selectsOnce: Bool) {
    let messages = Recording.parameter(300, Recording.fineSweep, selectsOnce: selectsOnce)
    #expect(guess(messages) == .slider(.parameter(300)))
  }

  @Test("data entry of a registered parameter is no slider of that kind")
  func registered() {
    let select = Recording.controller(101, [0]) + Recording.controller(100, [0])
    let messages = select + Recording.controller(6, Recording.sweep)
    #expect(guess(messages) == .slider(.controller(6)))
  }

  @Test(
    "an endless encoder in each coding, slow, with acceleration, and with neutral values between",
    arguments: [
      ([127, 127, 127, 127, 1, 1, 1, 1], SliderControl.Coding.twosComplement),
      ([127, 126, 124, 127, 125, 1, 3, 2, 6, 1, 2], .twosComplement),
      ([127, 0, 127, 0, 126, 0, 1, 0, 2, 0, 1, 0], .twosComplement),
      ([63, 63, 63, 63, 65, 65, 65, 65], .binaryOffset),
      ([63, 63, 62, 62, 63, 63, 65, 65, 66, 67, 65, 65], .binaryOffset),
      ([63, 63, 62, 63, 65, 65, 66, 65], .binaryOffset),
      ([63, 64, 63, 64, 63, 64, 65, 64, 65, 64, 65, 64], .binaryOffset),
      ([65, 65, 65, 65, 1, 1, 1, 1], .signedBit),
      ([65, 66, 69, 65, 66, 1, 2, 4, 1, 1], .signedBit),
      ([15, 15, 15, 15, 17, 17, 17, 17], .offset16),
      ([15, 14, 15, 12, 15, 15, 17, 18, 17, 17, 20], .offset16),
      ([0, 0, 0, 0, 127, 127, 127, 127], .extremes),
      ([0, 127, 0, 127, 0, 127], .extremes),
    ])
  func encoder(values: [Int], coding: SliderControl.Coding) {
    #expect(guess(Recording.controller(16, values)) == .slider(.relative(16, coding)))
  }

  @Test("the pitch wheel")
  func wheel() {
    let values = [0, -800, -3000, -6000, -2000, 0, 900, 4000, 8191, 3000, 0]
    let messages = values.map { MIDIMessage.pitchWheel(channel: 2, value: Int16($0)) }
    #expect(ControlGuess(messages)?.control == .wheel)
    #expect(ControlGuess(messages)?.channel == 3)
  }

  @Test("what other controls send in between does not matter")
  func noise() {
    let stray =
      [MIDIMessage.noteOn(channel: 0, key: 60, velocity: 9)] + Recording.controller(7, [3])
    let turning = Recording.controller(21, Recording.sweep)
    #expect(guess(stray + turning + stray) == .slider(.controller(21)))
  }

  @Test("one direction, a touch, or nothing is not enough")
  func tooLittle() {
    #expect(guess([]) == nil)
    #expect(guess(Recording.controller(21, [64, 63])) == nil)
    #expect(guess(Recording.controller(21, Array(40...64))) == nil)
    #expect(guess(Recording.controller(21, [1, 1, 1, 1, 1, 1, 1, 1])) == nil)
    #expect(guess([.noteOn(channel: 0, key: 60, velocity: 9)]) == nil)
  }
}

@Suite("Learning controls, step by step")
struct LearnMachineTests {
  private let pad = MIDIMessage.noteOn(channel: 9, key: 40, velocity: 100)

  @Test("the last press counts: a pad, a pedal, a program change, not a knob on its way")
  func buttons() {
    #expect(ButtonGuess([pad])?.button == .notes(40...40))
    #expect(ButtonGuess([pad])?.channel == 10)
    let pedal = Recording.controller(64, [127, 0])
    #expect(ButtonGuess([pad] + pedal)?.button == .controller(64))
    #expect(ButtonGuess([.programChange(channel: 0, program: 5)])?.button == .program(5))
    #expect(ButtonGuess(Recording.controller(1, [50, 60, 70])) == nil)
    #expect(ButtonGuess([.noteOff(channel: 0, key: 1)]) == nil)
  }

  @Test("slider, commit, higher, lower: what is accepted is set, with the channel they share")
  func everything() {
    var machine = LearnMachine()
    #expect(machine.accept() == .nothingHeard)
    let turned = machine.receive(Recording.controller(3, Recording.sweep, channel: 9))
    guard case .show(.control(let guess)) = turned else {
      Issue.record("no guess")
      return
    }
    #expect(guess.control == .slider(.controller(3)))
    #expect(machine.receive([]) == nil)
    #expect(machine.accept() == .ask(.commit))
    #expect(machine.receive([pad]) == .show(machine.guess ?? .control(guess)))
    #expect(machine.accept() == .ask(.higher))
    #expect(machine.skip() == .ask(.lower))
    _ = machine.receive([.noteOn(channel: 9, key: 41, velocity: 1)])
    #expect(machine.accept() == .ask(.first))
    #expect(machine.skip() == .ask(.second))
    #expect(machine.skip() == .ask(.again))
    #expect(machine.skip() == .ask(.pause))
    #expect(!machine.isComplete)
    #expect(
      machine.skip()
        == .finish([
          .init(key: .slider, text: "cc:3"), .init(key: .commitButtons, text: "note:40"),
          .init(key: .lowerButtons, text: "note:41"), .init(key: .midiChannel, text: "10"),
        ]))
  }

  @Test("again forgets what was heard; a guess gets better while one turns on")
  func again() {
    var machine = LearnMachine()
    _ = machine.receive(Recording.controller(3, Recording.sweep))
    #expect(machine.again() == .ask(.slider))
    #expect(machine.guess == nil)
    _ = machine.receive(Recording.controller(5, [60, 59, 58, 57, 58, 59, 60]))
    guard case .control(let guess) = machine.guess else {
      Issue.record("no guess")
      return
    }
    #expect(guess.control == .slider(.controller(5)))
  }

  @Test("a wheel takes the slider's place; controls on several channels leave it open")
  func wheel() {
    var machine = LearnMachine()
    let values = [0, -800, -3000, -6000, -2000, 0, 900, 4000, 0]
    _ = machine.receive(values.map { .pitchWheel(channel: 0, value: Int16($0)) })
    _ = machine.accept()
    _ = machine.receive([pad])
    _ = machine.accept()
    for _ in 0..<5 { _ = machine.skip() }
    #expect(
      machine.skip()
        == .finish([
          .init(key: .slider, text: "none"), .init(key: .wheel, text: "speed"),
          .init(key: .commitButtons, text: "note:40"), .init(key: .midiChannel, text: "0"),
        ]))
  }

  @Test("a step back forgets what the step before had found, also when all are done")
  func back() {
    var machine = LearnMachine()
    #expect(machine.back() == .ask(.slider), "there is none before the first")
    _ = machine.receive(Recording.controller(3, Recording.sweep))
    _ = machine.accept()
    _ = machine.receive([pad])
    _ = machine.accept()
    #expect(machine.back() == .ask(.commit))
    #expect(machine.accepted[.commit] == nil && machine.accepted[.slider] != nil)
    for _ in 0..<7 { _ = machine.skip() }
    #expect(machine.isComplete)
    #expect(machine.receive([pad]) == nil, "nothing is asked for")
    #expect(machine.back() == .ask(.pause))
    #expect(!machine.isComplete)
  }

  @Test("a pedal that stays down and the knob that still moves are no answer to the next question")
  func lingering() {
    var machine = LearnMachine()
    _ = machine.receive(Recording.controller(16, [127, 127, 126, 127, 1, 1, 2, 1]))
    _ = machine.accept()
    #expect(machine.receive(Recording.controller(16, [1, 127])) == nil, "the encoder turns on")
    _ = machine.receive(Recording.controller(64, [100]))
    #expect(machine.accept() == .ask(.higher))
    #expect(machine.receive(Recording.controller(64, [110, 127])) == nil, "it is still down")
    _ = machine.receive(Recording.controller(64, [0]))
    #expect(machine.receive(Recording.controller(64, [127])) != nil, "it may answer, too")
    #expect(machine.accept() == .ask(.lower))
    let taken = LearnMachine.Heard(
      message: .controlChange(channel: 0, controller: 64, value: 127), reason: .taken(.higher))
    #expect(machine.receive(Recording.controller(64, [0, 127])) == .hear(taken))
    #expect(taken.words.contains("CC 64 = 127") && taken.words.contains("higher"))
  }

  @Test("a pad may answer in two trainings, but not give both answers of one")
  func purity() {
    var machine = LearnMachine()
    for _ in 0..<3 { _ = machine.skip() }
    let second = MIDIMessage.noteOn(channel: 9, key: 41, velocity: 100)
    _ = machine.receive([pad])
    #expect(machine.accept() == .ask(.first))
    #expect(machine.receive([pad]) != nil, "it answers lower in another training")
    #expect(machine.accept() == .ask(.second))
    #expect(
      machine.receive([pad]) == .hear(.init(message: pad, reason: .taken(.first))),
      "it already answers the first")
    #expect(machine.receive([second]) != nil)
    #expect(machine.accept() == .ask(.again))
    #expect(
      machine.receive([second]) == .hear(.init(message: second, reason: .taken(.second))),
      "to hear again belongs to every training")
    _ = machine.skip()
    #expect(
      machine.skip()
        == .finish([
          .init(key: .lowerButtons, text: "note:40"), .init(key: "firstButtons", text: "note:40"),
          .init(key: "secondButtons", text: "note:41"), .init(key: .midiChannel, text: "10"),
        ]))
  }

  @Test("where everything is skipped nothing is set")
  func nothing() {
    var machine = LearnMachine()
    for _ in LearnMachine.Step.allCases.dropLast() { _ = machine.skip() }
    #expect(machine.skip() == .finish([]))
  }

  @Test("what arrives is said before it is recognized, once for each control")
  func heard() {
    var machine = LearnMachine()
    let messages = Recording.controller(3, Recording.sweep)
    guard case .hear(let heard) = machine.receive(Array(messages.prefix(1))) else {
      Issue.record("nothing is said")
      return
    }
    #expect(heard.words.hasPrefix("Received: CC 3 = "))
    #expect(machine.receive(Array(messages.prefix(2))) == nil)
    #expect(machine.receive([pad]) != nil)
    #expect(machine.receive([.noteOff(channel: 9, key: 40)]) == nil)
    guard case .show = machine.receive(messages) else {
      Issue.record("it is not recognized")
      return
    }
    #expect(machine.heard == nil)
  }

  @Test("the control that tunes is no button, on whatever channel")
  func sliderIsNoButton() {
    var machine = LearnMachine()
    _ = machine.receive(Recording.controller(64, Recording.sweep))
    _ = machine.accept()
    #expect(machine.receive(Recording.controller(64, [0, 127], channel: 5)) == nil)
    _ = machine.receive(Recording.controller(65, [0, 127]))
    #expect(machine.accept() == .ask(.higher))
  }

  @Test("one pad on two channels is one pad: the settings have one channel for all")
  func channels() {
    var machine = LearnMachine()
    _ = machine.skip()
    _ = machine.skip()
    _ = machine.receive([pad])
    #expect(machine.accept() == .ask(.lower))
    guard case .hear = machine.receive([.noteOn(channel: 3, key: 40, velocity: 100)]) else {
      Issue.record("it is taken")
      return
    }
  }
}
