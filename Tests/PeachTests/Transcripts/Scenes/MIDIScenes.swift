/// `peach midi` on a server.
enum MIDIScenes {
  private static func withKeyboard(_ name: String, _ command: String, input: String = "") -> Scene {
    var scene = Scene(name, command, input: input)
    scene.company = { _ in MIDIKeyboard("keys", server: ServerTests.serverName) }
    return scene
  }

  static let all: [Scene] = [
    Scene("no sources", "peach midi list"),
    withKeyboard("a source", "peach midi list"),
    withKeyboard("a source, in JSON", "peach midi list --json"),
    Scene(
      "monitor without the source asked for", "peach midi monitor --connect-midi Nope", input: "q\n"
    ),
    withKeyboard("monitor with it", "peach midi monitor --connect-midi 'k*'", input: "q\n"),
    Scene(
      "learn: answers before anything came", "peach midi learn", input: "accept\ndance\nagain\nq\n"),
    Scene("learn: all is left as it is", "peach midi learn", input: "s\ns\ns\ns\ns\ns\ns\ns\n"),
    Scene("learn in JSON", "peach midi learn --json", input: "dance\naccept\nq\n"),
    Scene("learn at a terminal", on: (80, 24), "peach midi learn", keys: "⏎", "s", "q"),
    Scene("nobody takes the list", "peach midi list >/dev/full"),
  ]
}
