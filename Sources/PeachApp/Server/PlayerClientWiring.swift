import Sound

/// What the ports of a client that has just opened are to be connected with.
struct PlayerClientWiring {
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

extension PlayerClient {
  /// Connects the ports and gives them their titles. What the engine connects by itself meanwhile, because
  /// something has just come, counts as well.
  func connect(_ wiring: PlayerClientWiring) async -> PlayerClientWiring.Outcome {
    let outcome = OutcomeSoFar()
    let onOtherNews = engine.onNews
    defer { engine.onNews = onOtherNews }
    engine.onNews = { news in
      switch news {
      case .connected(.restored(let connection)): outcome.value.restored.append(connection)
      case .connected(.outputs(let connections)): outcome.value.outputs += connections
      case .connected(.source(let name)): outcome.value.sources.append(name)
      case .fault, .freewheel, .xruns, .bufferSize: onOtherNews?(news)
      }
    }
    outcome.value.restored += await engine.restore(wiring.former)
    outcome.value.outputs += await engine.connectOutputs(wiring.outputs)
    outcome.value.sources += await engine.connectSources(matching: wiring.sources)
    engine.describe(.inWords)
    return outcome.value
  }

  private final class OutcomeSoFar {
    var value = PlayerClientWiring.Outcome()
  }
}
