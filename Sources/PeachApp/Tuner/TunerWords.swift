import Charts
import Client
import Console
import Intonation
import Language
import Music

/// The texts of a tuner.
enum TunerWords {
  /// The decimal places of the cents: one, or none if the uncertainty is too large.
  private static func places(_ reading: TunerReading) -> Int { reading.uncertainty < 0.95 ? 1 : 0 }

  /// `+7.0`; 0 has no sign.
  static func cents(_ reading: TunerReading) -> String {
    let places = places(reading)
    let text = NumberText.fixed(abs(reading.cents), places: places)
    guard isOff(reading) else { return text }
    return (reading.cents < 0 ? "-" : "+") + text
  }

  /// `0.1`, rounded up.
  static func uncertainty(_ reading: TunerReading) -> String {
    let places = places(reading)
    let unit = places == 1 ? 0.1 : 1
    let steps = max((reading.uncertainty / unit - 1e-6).rounded(.up), 1)
    return NumberText.fixed(steps * unit, places: places)
  }

  /// True if the shown figure is not 0.
  private static func isOff(_ reading: TunerReading) -> Bool {
    abs(reading.cents) >= (places(reading) == 1 ? 0.05 : 0.5)
  }

  /// `sharp`, `flat`, `in tune`.
  static func direction(_ reading: TunerReading) -> String {
    guard isOff(reading) else { return localized(context: "tuner", "in tune") }
    return reading.cents > 0
      ? localized(context: "tuner", "sharp") : localized(context: "tuner", "flat")
  }

  /// `442.83 Hz, vibrato 5.5 Hz, ±30 cents`
  static func details(_ reading: TunerReading) -> String {
    let frequency = localized("%@ Hz", NumberText.fixed(reading.frequency, places: 2))
    guard reading.vibratoRate > 0 else { return frequency }
    return localized(
      "%@, vibrato %@ Hz, ±%@ cents", frequency,
      NumberText.fixed(reading.vibratoRate, places: 1),
      NumberText.fixed(reading.vibratoExtent, places: 0))
  }

  /// A line that is read out: `A4: 7.0 cents sharp, to within 0.1`
  static func line(_ reading: TunerReading) -> String {
    let name = NoteName.text(reading.note)
    let uncertainty = uncertainty(reading)
    guard isOff(reading) else {
      return localized("%@: in tune, to within %@ cents", name, uncertainty)
    }
    let cents = NumberText.fixed(abs(reading.cents), places: places(reading))
    return reading.cents > 0
      ? localized("%@: %@ cents sharp, to within %@", name, cents, uncertainty)
      : localized("%@: %@ cents flat, to within %@", name, cents, uncertainty)
  }

  /// `about A4 +10`
  static func about(_ note: MIDINote, cents: Int) -> String {
    let name = NoteName.text(note)
    guard cents != 0 else { return localized("about %@", name) }
    return localized("about %@ %@", name, (cents > 0 ? "+" : "") + String(cents))
  }

  /// The text of a pitch that is no note: `Only the hum of the mains is heard: 50 Hz`
  static func excluded(_ exclusion: PitchFrame.Exclusion) -> String {
    switch exclusion {
    case .hum(let hertz):
      localized("Only the hum of the mains is heard: %@ Hz", NumberText.short(hertz))
    case .aboveRange:
      localized(
        "This pitch is above the tuner's range, which ends at %@ Hz.",
        NumberText.short(PitchTracker.range.upperBound))
    }
  }

  /// The advice if nothing is heard; `nil` if sound comes in.
  ///
  /// - Parameter sources: the ports that are connected to the input; `nil` if that is not known
  ///   yet.
  static func advice(_ sources: [String]?, isSilent: Bool) -> [String]? {
    guard let sources else { return [localized("Opening the input.")] }
    if sources.isEmpty {
      return [
        localized("Nothing is connected to in_1."),
        localized("Press o to choose a microphone or an instrument."),
      ]
    }
    guard isSilent else { return nil }
    return [
      localized("No sound comes in from %@.", PortLabel.outputs(sources)),
      localized("Check its cable, gain and mute, or press o to choose another input."),
    ]
  }

  /// `drone A3`
  static func drone(_ note: MIDINote) -> String { localized("drone %@", NoteName.text(note)) }

  /// `just on A`: the tuning and, if that matters, its root.
  static func tuning(_ scale: TunerScale) -> String {
    let name = TuningText.text(scale.tuning)
    guard scale.tuning != .equalTemperament else { return name }
    return localized(context: "tuning and its root", "%@ on %@", name, NoteName.text(scale.root))
  }
}
