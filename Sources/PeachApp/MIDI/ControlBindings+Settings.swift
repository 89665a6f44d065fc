import Music
import Realtime
import Settings
import Training

extension ControlBindings {
  /// The slider's value 1 in cents.
  nonisolated private static let reach = PitchSlider.usualReach.rawValue

  /// Translates the user's MIDI settings for the process callback.
  ///
  /// - Parameter isAnswering: true if there is a question. Otherwise the controls that answer or
  ///   commit send ``ControlIntent/higher``, as a commit is sent only while a tunable note sounds.
  nonisolated init(_ settings: MIDISettings, for use: ControlUse, isAnswering: Bool = true) {
    self.init(withoutSlider: settings)
    slider.travel = settings.sliderTravel / Self.reach
    slider.slowStep = settings.sliderSlowStep
    slider.encoderStep = settings.encoderStep / Self.reach
    slider.smoothing = settings.sliderSmoothing
    slider.wheelSpeed = settings.wheelSpeed / Self.reach
    slider.wheelTimeout = settings.wheelTimeout
    // Without a tunable note, releasing the wheel must not commit.
    if use.movesSlider {
      slider.source = SliderSource(settings.slider)
      slider.wheel = SliderBindings.Wheel(settings.wheel)
    }
    if case .controller(let number) = settings.level { levelController = UInt8(number) }
    let answers = use.intents.map { intent in
      (settings.buttons(for: intent, in: use), isAnswering ? intent : ControlIntent.higher)
    }
    let others = [ControlIntent.stop, .pause, .undo].map { (settings.buttons(for: $0), $0) }
    bind(answers + others + [(settings.againButtons(for: use), ControlIntent.again)])
  }

  /// Creates the bindings between trainings, in which each control that answers or commits sends
  /// ``ControlIntent/higher``.
  nonisolated init(startingWith settings: MIDISettings, _ use: ControlUse) {
    self.init(withoutSlider: settings)
    bind((use.intents + [.pause]).map { (settings.buttons(for: $0, in: use), .higher) })
  }

  /// Creates the bindings on the start screen: higher and lower move the selection; the controls
  /// that commit or pause send ``ControlIntent/pause``, which starts the selected training.
  ///
  /// Only single keys, pads and pedals that the user has chosen count: a keyboard is played, and
  /// with the default the pedal of a piano would start a training.
  nonisolated init(choosingWith settings: MIDISettings) {
    self.init(withoutSlider: settings)
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

  nonisolated private init(withoutSlider settings: MIDISettings) {
    self.init()
    channel = settings.channel == 0 ? 0xFF : UInt8(settings.channel - 1)
    slider.source = .none
    slider.wheel = .off
  }

  /// Binds the buttons of lists. If two lists name a key, the narrower range wins, so that a single
  /// pad can be excepted from a whole keyboard; of equally wide ranges, the later list wins.
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
  /// The keys, pads and pedals that send an intent.
  nonisolated fileprivate func buttons(
    for intent: ControlIntent, in use: ControlUse? = nil
  ) -> [MIDIButton] {
    switch intent {
    case .higher: higher
    case .lower: lower
    // A button for one of the two answers does not give the other.
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

  /// The buttons that play a trial again. If every key commits, or if there are three answers, the
  /// default key between the answers is left out.
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

  /// The number of keys of the button.
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

/// The use of MIDI controls in a training, besides their use in every training.
nonisolated struct ControlUse: Hashable, Sendable {
  /// True if there is a note that the slider moves.
  let movesSlider: Bool

  /// The intents that keys, pads and pedals can send.
  let intents: [ControlIntent]
}
