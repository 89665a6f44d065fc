import Language
import Sound

extension PortTitles {
  /// In the user's language.
  static var inWords: PortTitles {
    PortTitles(
      left: localized(context: "title of a port", "Left"),
      right: localized(context: "title of a port", "Right"),
      midiIn: controller, group: localized(context: "title of a port", "Output"))
  }

  /// The MIDI input.
  static var controller: String { localized(context: "title of a port", "Controller") }
}
