/// Training by lines and JSON.
///
/// Not reachable from outside, and so in none of the scripts: a lack of memory; a JACK server that refuses a
/// client, a port or the activation, that changes its rate or freewheels; a FluidSynth that cannot render at
/// the server's rate; an overloaded server, or a note beyond what can sound; the built-in font missing, as it
/// is always found beside the sources; a history replaced while it is open (ServerTests has results that
/// could not be stored); what may not be read or written, as the tests may run as root; an edit of the
/// settings that would change more than its key. What a signal interrupts is in the suites of each command.
enum TrainingScenes {
  private static func talk(
    _ name: String, _ command: String, _ cues: (String, String)..., files: [String: String] = [:]
  ) -> Scene {
    Scene(
      name: name, command: command, files: files,
      audience: .script(cues.map { Scene.Cue(after: $0.0, line: $0.1) }))
  }

  static let all: [Scene] = [
    talk(
      "commands that are none, of comparison",
      "peach compare --note-duration 3 --no-connect --seed 7",
      ("(?)", "highr"), ("highr", "xylophone"), ("xylophone", "higher 5"),
      ("higher 5", "nudge 3"),
      ("nudge 3", "start"), ("start", "slider 9"), ("slider", "quit")),
    talk(
      "commands that are none, of matching", "peach match --note-duration 3 --no-connect --seed 7",
      ("(?)", "commt"),
      ("commt", "slider 9"), ("slider", "nudge far"), ("far", "slider"), ("slider", "higher"),
      ("higher", "commit"), ("commit", "q")),
    talk(
      "comparison in JSON",
      "peach compare --json --note-duration 0.3 --no-connect --seed 7 --trials 1",
      (#""state":"awaitingAnswer""#, "hoch"), ("hoch", "nudge 3"), ("nudge 3", "higher"),
      ("stopped", "")),
    talk(
      "matching in JSON", "peach match --json --note-duration 0.3 --no-connect --seed 7 --trials 1",
      (#""state":"playingTunable""#, "slider 9"), (#""code":"badValue""#, "commit"),
      ("stopped", "")),
    talk(
      "the end of input", "peach match --note-duration 0.3 --no-connect --seed 7", ("(?)", "")),
    talk(
      "a sound that is not there",
      "peach compare --sound-source sf2:0:0 --note-duration 3 --no-connect --seed 7",
      ("peach sounds list", "quit")),
    talk(
      "a font that is not there",
      "peach match --sound-source Nope:0:0 --note-duration 3 --no-connect --seed 7",
      ("peach sounds list", "quit")),
    talk(
      "no such MIDI source",
      "peach match --connect-midi Nope --note-duration 3 --no-connect --seed 7",
      ("(?)", "quit")),
    talk(
      "a scale's degrees",
      "peach compare --tuning a.scl --intervals P5,M2 --note-duration 3 --no-connect --seed 7",
      ("(?)", "quit"), files: ["a.scl": "five equal steps\n5\n240.\n480.\n720.\n960.\n2/1\n"]),
    nameTaken("a name that is taken", "peach compare --note-duration 3 --no-connect --seed 7"),
    Scene(
      "nobody takes the results",
      "peach compare --json --note-duration 0.3 --no-connect --seed 7 >/dev/full"),
  ]

  private static func nameTaken(_ name: String, _ command: String) -> Scene {
    var scene = talk(name, command, ("(?)", "quit"))
    scene.company = { _ in MIDIKeyboard("peach", server: ServerTests.serverName) }
    return scene
  }
}
