import Foundation
import Music
import Training

/// A valid value together with the key that it belongs to.
public enum SettingValue: Hashable, Sendable {
  case noteRangeMin(Int)
  case noteRangeMax(Int)
  case noteDuration(NoteDuration)
  case referencePitch(Frequency)
  case soundSource(SoundSourceID)
  case soundFonts([SoundFontPath])
  case correctIntonation(Bool)
  case evenLoudness(Bool)
  case connect(OutputChoice)
  case varyLoudness(UnitInterval)

  /// Never empty, none twice.
  case intervals([DirectedInterval])
  case tuningSystem(TuningChoice)
  case strategy(StrategyName)
  case wrongAnswerSignal(WrongAnswerSignal)
  case controller(ControllerName)
  case midiChannel(Int)
  case slider(SliderControl)
  case sliderTravel(Double)
  case sliderSlowStep(Double)
  case encoderStep(Double)
  case sliderSmoothing(Double)
  case wheel(WheelUse)
  case wheelSpeed(Double)
  case higherButtons([MIDIButton])
  case lowerButtons([MIDIButton])
  case commitButtons([MIDIButton])
  case stopButtons([MIDIButton])
  case osc(OSCListening)
  case sessionTraining(SessionTraining)

  public var key: SettingKey {
    switch self {
    case .noteRangeMin: .noteRangeMin
    case .noteRangeMax: .noteRangeMax
    case .noteDuration: .noteDuration
    case .referencePitch: .referencePitch
    case .soundSource: .soundSource
    case .soundFonts: .soundFonts
    case .correctIntonation: .correctIntonation
    case .evenLoudness: .evenLoudness
    case .connect: .connect
    case .varyLoudness: .varyLoudness
    case .intervals: .intervals
    case .tuningSystem: .tuningSystem
    case .strategy: .strategy
    case .wrongAnswerSignal: .wrongAnswerSignal
    case .controller: .controller
    case .midiChannel: .midiChannel
    case .slider: .slider
    case .sliderTravel: .sliderTravel
    case .sliderSlowStep: .sliderSlowStep
    case .encoderStep: .encoderStep
    case .sliderSmoothing: .sliderSmoothing
    case .wheel: .wheel
    case .wheelSpeed: .wheelSpeed
    case .higherButtons: .higherButtons
    case .lowerButtons: .lowerButtons
    case .commitButtons: .commitButtons
    case .stopButtons: .stopButtons
    case .osc: .osc
    case .sessionTraining: .sessionTraining
    }
  }

  /// The form of the command line, which ``init(_:text:)`` reads: `1.0`, `P1,P5,M3-`.
  public var text: String {
    switch node {
    case .string(let text): text
    case .array(let elements):
      elements.compactMap(\.string).joined(separator: String(key.kind.separator ?? ","))
    default: node.description
    }
  }

  /// The form of the file: `1.0`, `["P1", "P5", "M3-"]`.
  public var toml: String { node.description }

  /// The same with a path that no longer depends on the folder it counts from.
  func anchored(in folder: String) -> SettingValue {
    switch self {
    case .tuningSystem(.scale(let reference)):
      .tuningSystem(.scale(reference.anchored(in: folder)))
    case .soundFonts(let paths): .soundFonts(paths.map { $0.anchored(in: folder) })
    default: self
    }
  }

  private var node: TOMLNode {
    switch self {
    case .noteRangeMin(let note), .noteRangeMax(let note): .integer(note)
    case .noteDuration(let duration): .float(duration.seconds)
    case .referencePitch(let pitch): .float(pitch.hertz)
    case .soundSource(let source): .string(source.description)
    case .soundFonts(let paths): .array(paths.map { .string($0.text) })
    case .correctIntonation(let isOn), .evenLoudness(let isOn): .boolean(isOn)
    case .connect(let choice): .string(choice.text)
    case .varyLoudness(let share): .float(share.rawValue)
    case .intervals(let intervals): .array(intervals.map { .string($0.description) })
    case .tuningSystem(let tuning): .string(tuning.text)
    case .strategy(let strategy): .string(strategy.rawValue)
    case .wrongAnswerSignal(let signal): .string(signal.rawValue)
    case .controller(let name): .string(name.text)
    case .midiChannel(let channel): .integer(channel)
    case .slider(let control): .string(control.description)
    case .sliderTravel(let number), .sliderSlowStep(let number), .encoderStep(let number),
      .sliderSmoothing(let number), .wheelSpeed(let number):
      .float(number)
    case .wheel(let use): .string(use.rawValue)
    case .osc(let listening): .string(listening.text)
    case .sessionTraining(let training): .string(training.rawValue)
    case .higherButtons(let buttons), .lowerButtons(let buttons), .commitButtons(let buttons),
      .stopButtons(let buttons):
      .array(buttons.map { .string($0.description) })
    }
  }
}

extension SettingValue {
  /// Reads the form of the command line; `nil` where it is not allowed.
  public init?(_ key: SettingKey, text: String) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    let node: TOMLNode?
    switch key.kind {
    case .wholeNumber: node = Int(text).map(TOMLNode.integer)
    case .number: node = Self.decimal(text).map(TOMLNode.float)
    case .name: node = .string(text)
    case .truth: node = Bool(text).map(TOMLNode.boolean)
    case .list, .paths:
      let separator = key.kind.separator ?? ","
      let parts =
        text.isEmpty ? [] : text.split(separator: separator, omittingEmptySubsequences: false)
      node = .array(parts.map { .string($0.trimmingCharacters(in: .whitespaces)) })
    }
    guard let node else { return nil }
    self.init(key, node: node)
  }

  /// Takes the value of a file; `nil` where it is not allowed or of another type.
  init?(_ key: SettingKey, node: TOMLNode) {
    // A port alone looks like a number, and means the same as one.
    let node =
      if key == .osc, case .integer(let port) = node { TOMLNode.string("\(port)") } else { node }
    guard key.kind.matches(node), let value = Self.reading(key, node) else { return nil }
    self = value
  }

  private static func reading(_ key: SettingKey, _ node: TOMLNode) -> SettingValue? {
    switch key {
    case .noteRangeMin: node.integer(in: NoteRange.limits).map(Self.noteRangeMin)
    case .noteRangeMax: node.integer(in: NoteRange.limits).map(Self.noteRangeMax)
    case .noteDuration:
      node.number(in: NoteDuration.range).map { .noteDuration(NoteDuration(seconds: $0)) }
    case .referencePitch:
      node.number(in: SettingKey.referencePitches).map { .referencePitch(Frequency(hertz: $0)) }
    case .soundSource: node.string.flatMap(soundSource(named:)).map(Self.soundSource)
    case .soundFonts: node.array.flatMap(soundFonts(named:)).map(Self.soundFonts)
    case .correctIntonation: node.boolean.map(Self.correctIntonation)
    case .evenLoudness: node.boolean.map(Self.evenLoudness)
    case .connect: node.string.flatMap { OutputChoice($0) }.map(Self.connect)
    case .varyLoudness:
      node.number(in: UnitInterval.range).map { .varyLoudness(UnitInterval($0)) }
    case .intervals: node.array.flatMap(intervals(named:)).map(Self.intervals)
    case .tuningSystem: node.string.flatMap { TuningChoice($0) }.map(Self.tuningSystem)
    case .strategy: node.string.flatMap(StrategyName.init(rawValue:)).map(Self.strategy)
    case .wrongAnswerSignal:
      node.string.flatMap(WrongAnswerSignal.init(rawValue:)).map(Self.wrongAnswerSignal)
    case .controller: node.string.flatMap { ControllerName($0) }.map(Self.controller)
    case .midiChannel: node.integer(in: MIDISettings.channels).map(Self.midiChannel)
    case .slider: node.string.flatMap { SliderControl($0) }.map(Self.slider)
    case .sliderTravel: node.number(in: MIDISettings.travels).map(Self.sliderTravel)
    case .sliderSlowStep: node.number(in: MIDISettings.slowSteps).map(Self.sliderSlowStep)
    case .encoderStep: node.number(in: MIDISettings.encoderSteps).map(Self.encoderStep)
    case .sliderSmoothing: node.number(in: MIDISettings.smoothings).map(Self.sliderSmoothing)
    case .wheel: node.string.flatMap(WheelUse.init(rawValue:)).map(Self.wheel)
    case .wheelSpeed: node.number(in: MIDISettings.wheelSpeeds).map(Self.wheelSpeed)
    case .higherButtons: node.array.flatMap(buttons(named:)).map(Self.higherButtons)
    case .lowerButtons: node.array.flatMap(buttons(named:)).map(Self.lowerButtons)
    case .commitButtons: node.array.flatMap(buttons(named:)).map(Self.commitButtons)
    case .stopButtons: node.array.flatMap(buttons(named:)).map(Self.stopButtons)
    case .osc: node.string.flatMap { OSCListening($0) }.map(Self.osc)
    case .sessionTraining:
      node.string.flatMap(SessionTraining.init(rawValue:)).map(Self.sessionTraining)
    }
  }

  /// `Double` itself would read `nan`, `inf` and hexadecimal numbers, too.
  private static func decimal(_ text: String) -> Double? {
    guard text.allSatisfy({ "0123456789.+-eE".contains($0) }) else { return nil }
    return Double(text)
  }

  private static func soundSource(named text: String) -> SoundSourceID? {
    let isPrintable = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    return isPrintable ? SoundSourceID(text) : nil
  }

  private static func soundFonts(named elements: [TOMLNode]) -> [SoundFontPath]? {
    var paths: [SoundFontPath] = []
    for element in elements {
      guard let path = element.string.flatMap({ SoundFontPath($0) }) else { return nil }
      if !paths.contains(path) { paths.append(path) }
    }
    return paths
  }

  private static func intervals(named elements: [TOMLNode]) -> [DirectedInterval]? {
    var intervals: [DirectedInterval] = []
    for element in elements {
      guard let interval = element.string.flatMap({ DirectedInterval($0) }) else { return nil }
      if !intervals.contains(interval) { intervals.append(interval) }
    }
    return intervals.isEmpty ? nil : intervals
  }

  private static func buttons(named elements: [TOMLNode]) -> [MIDIButton]? {
    var buttons: [MIDIButton] = []
    for element in elements {
      guard let button = element.string.flatMap({ MIDIButton($0) }) else { return nil }
      if !buttons.contains(button) { buttons.append(button) }
    }
    return buttons
  }
}

extension SettingKind {
  /// Whether a value of the file has this sort; whole numbers pass for numbers.
  func matches(_ node: TOMLNode) -> Bool {
    switch (self, node) {
    case (.wholeNumber, .integer), (.number, .integer), (.number, .float), (.name, .string),
      (.truth, .boolean):
      true
    case (.list, .array(let elements)), (.paths, .array(let elements)):
      elements.allSatisfy { $0.string != nil }
    default: false
    }
  }
}
