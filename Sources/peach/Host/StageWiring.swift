import Sound

/// What the ports of a client that has just opened are to be connected with.
struct StageWiring {
  /// What they were connected with on the server before; this wins.
  var former = JackConnections()
  var outputs: OutputWatch
  var sources: [MIDISourcePattern] = []

  /// What was made of it.
  struct Outcome {
    var restored: [JackConnections.Connection] = []
    var outputs: [JackConnections.Connection] = []
    var sources: [String] = []
  }
}

extension AudioStage {
  /// Connects the ports and gives them their titles.
  func connect(_ wiring: StageWiring) async -> StageWiring.Outcome {
    let restored = await engine.restore(wiring.former)
    let outputs = await engine.connectOutputs(wiring.outputs)
    let sources = await engine.connectSources(matching: wiring.sources)
    engine.describe(.inWords)
    return StageWiring.Outcome(restored: restored, outputs: outputs, sources: sources)
  }
}
