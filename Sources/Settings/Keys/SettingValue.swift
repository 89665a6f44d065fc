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
