import Realtime

/// What is asked for, each as often as its share of all says.
enum SoakRequest: CaseIterable {
  case heldNote, passage, glide, stop, shortNote, stopAll, sound, level, bindings, period
  case freewheel, flood, lights, input

  var share: Int {
    switch self {
    case .heldNote: 10
    case .glide: 8
    case .stop: 7
    case .passage, .shortNote: 5
    case .stopAll, .sound, .level, .bindings, .lights: 2
    case .period, .freewheel, .flood, .input: 1
    }
  }

  /// Each as often as its share.
  static let deck = allCases.flatMap { Array(repeating: $0, count: $0.share) }
}

extension ControlBindings {
  /// Controls of every kind, each of them as likely as the others.
  static func random(using generator: inout some RandomNumberGenerator) -> ControlBindings {
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
    let intents: [ControlIntent] = [
      .higher, .lower, .first, .second, .commit, .stop, .again, .pause, .undo,
    ]
    for number in 0..<128 where number != 1 {
      let intent = intents[number % intents.count]
      bindings.buttons.setKey(number, intent)
      if number % 8 == 0 { bindings.buttons.setController(number, intent) }
      bindings.buttons.setProgram(number, intent)
    }
    return bindings
  }
}

extension ShortMIDIMessage {
  /// Messages of every kind to a controller, more than a period sends.
  static let lights: [ShortMIDIMessage] = (0..<40).map { number in
    switch number % 3 {
    case 0: .note(number, velocity: 127, channel: 0)
    case 1: .controller(number, value: number, channel: 1)
    default: .program(number, channel: 2)
    }
  }
}
