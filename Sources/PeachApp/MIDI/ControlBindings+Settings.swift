import Music
import Realtime
import Settings
import Training

/// The user's MIDI settings in the form that the process callback uses.
extension ControlBindings {
  /// The slider's value 1 in cents.
  nonisolated private static let reach = PitchSlider.usualReach.rawValue

  /// - Parameter isAnswering: whether there is something to answer. Otherwise what would answer or
  ///   commit sends ``ControlIntent/higher``: a commit is sent only while a tunable note sounds.
  nonisolated init(_ settings: MIDISettings, for use: ControlUse, isAnswering: Bool = true) {
    self.init()
    channel = settings.channel == 0 ? 0xFF : UInt8(settings.channel - 1)
    slider.source = SliderSource(settings.slider)
    slider.travel = settings.sliderTravel / Self.reach
    slider.slowStep = settings.sliderSlowStep
    slider.encoderStep = settings.encoderStep / Self.reach
    slider.smoothing = settings.sliderSmoothing
    slider.wheel = SliderBindings.Wheel(settings.wheel)
    slider.wheelSpeed = settings.wheelSpeed / Self.reach
    slider.wheelTimeout = settings.wheelTimeout
    if !use.movesSlider {
      // There is no tunable note that a slider could move, and releasing the wheel must not commit.
      slider.source = .none
      slider.wheel = .off
    }
    if case .controller(let number) = settings.level { levelController = UInt8(number) }
    let answers = use.intents.map { intent in
      (settings.buttons(for: intent, in: use), isAnswering ? intent : ControlIntent.higher)
    }
    let others = [ControlIntent.stop, .pause, .undo].map { (settings.buttons(for: $0), $0) }
    bind(answers + others + [(settings.againButtons(for: use), ControlIntent.again)])
  }

  /// The bindings between trainings. Every control that would answer or commit in the training
  /// sends ``ControlIntent/higher``, because the callback sends a commit only while a tunable note
  /// sounds.
  nonisolated init(startingWith settings: MIDISettings, _ use: ControlUse) {
    self.init()
    channel = settings.channel == 0 ? 0xFF : UInt8(settings.channel - 1)
    slider.source = .none
    slider.wheel = .off
    bind((use.intents + [.pause]).map { (settings.buttons(for: $0, in: use), .higher) })
  }

  /// The bindings on the start screen: higher and lower move the selection, what commits or pauses starts
  /// what is selected, and sends ``ControlIntent/pause``.
  ///
  /// Single keys, pads and pedals that somebody has chosen do that. Keyboards are there to be played, and
  /// what holds without anybody's choice would start a training with the pedal of a piano.
  nonisolated init(choosingWith settings: MIDISettings) {
    self.init()
    channel = settings.channel == 0 ? 0xFF : UInt8(settings.channel - 1)
    slider.source = .none
    slider.wheel = .off
    if case .controller(let number) = settings.level { levelController = UInt8(number) }
    let usual = MIDISettings()
    let intents: [(wanted: ControlIntent, sent: ControlIntent)] = [
      (.commit, .pause), (.higher, .higher), (.lower, .lower), (.again, .again),
      (.pause, .pause), (.stop, .stop),
    ]
    bind(
      intents.map { intent in
        let usualButtons = usual.buttons(for: intent.wanted)
        let chosen = settings.buttons(for: intent.wanted).filter { button in
          button.width == 1 && !usualButtons.contains(button)
        }
        return (chosen, intent.sent)
      })
  }

  /// Binds the buttons of lists. If two lists name a key, the narrower range wins, so that a single
  /// pad can be excepted from a whole keyboard; of two equally wide ranges, that of the later list.
  nonisolated private mutating func bind(_ lists: [([MIDIButton], ControlIntent)]) {
    let all = lists.flatMap { list, intent in list.map { (button: $0, intent: intent) } }
    for width in Set(all.map(\.button.width)).sorted(by: >) {
      for (button, intent) in all where button.width == width { bind(button, to: intent) }
    }
  }

  nonisolated private mutating func bind(_ button: MIDIButton, to intent: ControlIntent) {
    switch button {
    case .notes(let keys): for key in keys { buttons.setKey(key, intent) }
    case .controller(let number): buttons.setController(number, intent)
    case .latchingSwitch(let number): buttons.setController(number, intent, isLatching: true)
    case .program(let number): buttons.setProgram(number, intent)
    }
  }
}

extension MIDISettings {
  /// The keys, pads and pedals that ask for it.
  nonisolated fileprivate func buttons(
    for intent: ControlIntent, in use: ControlUse? = nil
  ) -> [MIDIButton] {
    switch intent {
    case .higher: higher
    case .lower: lower
    // What says one of the two does not say the other as well.
    case .first: first.isEmpty ? lower.filter { !second.contains($0) } : first
    case .second where second.isEmpty && use?.intents.contains(.third) == true:
      again == usualAgain ? again.filter(\.isKey) : []
    case .second: second.isEmpty ? higher.filter { !first.contains($0) } : second
    case .third: higher.filter { !first.contains($0) && !second.contains($0) }
    case .commit, .done: commit
    case .stop: stop
    case .again: again
    case .pause: pause
    case .undo: undo
    }
  }

  /// The key that is free between the answers is not free if every key commits, or if there are three answers:
  /// unless somebody has chosen it, it does what the others do.
  nonisolated fileprivate func againButtons(for use: ControlUse) -> [MIDIButton] {
    let isTaken =
      !Set(use.intents).isDisjoint(with: [.commit, .done])
      || use.intents.contains(.third) && second.isEmpty
    guard isTaken, again == usualAgain else { return again }
    return again.filter { !$0.isKey }
  }
}

extension MIDIButton {
  nonisolated fileprivate var isKey: Bool { if case .notes = self { true } else { false } }

  /// How many keys the button stands for.
  nonisolated fileprivate var width: Int {
    if case .notes(let keys) = self { keys.count } else { 1 }
  }
}

extension SliderSource {
  nonisolated fileprivate init(_ control: SliderControl) {
    switch control {
    case .none: self = .none
    case .controller(let number): self = .controller(UInt8(number))
    case .pair(let number): self = .pair(UInt8(number))
    case .parameter(let number): self = .parameter(UInt16(number))
    case .relative(let number, let coding):
      self = .relative(UInt8(number), RelativeCoding(coding))
    }
  }
}

extension RelativeCoding {
  nonisolated fileprivate init(_ coding: SliderControl.Coding) {
    switch coding {
    case .twosComplement: self = .twosComplement
    case .binaryOffset: self = .binaryOffset
    case .signedBit: self = .signedBit
    case .offset16: self = .offset16
    case .extremes: self = .extremes
    }
  }
}

extension SliderBindings.Wheel {
  nonisolated fileprivate init(_ use: WheelUse) {
    switch use {
    case .speed: self = .speed
    case .position: self = .position
    case .off: self = .off
    }
  }
}

/// What MIDI controls do in a training, besides what they do in every training.
nonisolated struct ControlUse: Hashable, Sendable {
  /// Whether there is a note that the slider moves.
  let movesSlider: Bool

  /// What keys, pads and pedals can ask for.
  let intents: [ControlIntent]
}
