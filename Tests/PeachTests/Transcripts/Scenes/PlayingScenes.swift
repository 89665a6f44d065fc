/// Playing and the tuner, with an input from which nothing comes: what is heard differs from run to run, and the
/// suites of both commands have it.
enum PlayingScenes {
  private static func talk(
    _ name: String, _ command: String, _ cues: (String, String)..., files: [String: String] = [:]
  ) -> Scene {
    var scene = Scene(
      name: name, command: command, files: files,
      audience: .script(cues.map { Scene.Cue(after: $0.0, line: $0.1) }))
    // Told only if it goes on for half a second, and if the machine is busy.
    let chances = ["in_1", " lost; ", " verloren; "]
    scene.excerpt = { lines in
      lines.filter { line in !line.hasPrefix("!") || !chances.contains { line.contains($0) } }
    }
    return scene
  }

  static let all: [Scene] = [
    talk(
      "commands that are none",
      "peach play --note-duration 3 --no-connect --connect-input off --seed 7",
      ("(?", "commt"), ("commt", "higher"), ("higher", "slider 9"), ("slider", "quit")),
    talk(
      "sound is kept",
      "peach play --note-duration 3 --no-connect --connect-input off --seed 7 --keep-audio sounds",
      ("--keep-audio", "quit")),
    talk(
      "sound cannot be kept",
      "peach play --note-duration 3 --no-connect --connect-input off --seed 7 --keep-audio sounds",
      ("sounds", "quit"), files: ["sounds": "a file"]),
    Scene("sound is kept nowhere", "peach play --keep-audio ''"),
    talk(
      "a tuner on a pipe", "peach tuner --no-connect --connect-input off",
      ("peach:in_1", "drone D3"),
      ("D3", "level -20"), ("-20", "drone X"), ("drone X", "help"), ("drone A3", "quit")),
  ]
}
