/// Without a JACK server.
enum NoServerScenes {
  static let all: [Scene] = [
    Scene("comparison", "peach compare"),
    Scene("pitch matching", "peach match"),
    Scene("in JSON", "peach match --json"),
    Scene("a server by its name", "peach compare --server peachnone2"),
    Scene("the sources of MIDI", "peach midi list"),
    Scene("what comes by MIDI", "peach midi monitor"),
    Scene("a controller to be learnt", "peach midi learn"),
    Scene("a probe", "peach probe"),
    Scene("a setting for MIDI that cannot be", "peach midi monitor --wheel fast"),
    Scene(
      "a settings file that cannot be written later", "peach midi learn --config no-such.toml"),
  ]
}
