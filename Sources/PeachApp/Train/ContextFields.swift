import Training

extension TrialContext {
  /// What is known of how an answer came about, as members of its JSON event, under the names of the
  /// records.
  var fields: [ShownField] {
    [
      heard.map { ShownField("heard", .int($0)) },
      responseTime.map { ShownField("responseTime", .double($0)) },
      soundSource.map { ShownField("soundSource", .text($0)) },
      noteDuration.map { ShownField("noteDuration", .double($0)) },
      amplitude.map { ShownField("amplitude", .double($0)) },
      referencePitch.map { ShownField("referencePitch", .double($0)) },
      strategy.map { ShownField("strategy", .text($0)) },
      believedThreshold.map { ShownField("believedThreshold", .double($0)) },
      input.map { ShownField("input", .text($0.rawValue)) },
      presentation.map { ShownField("presentation", .text($0.rawValue)) },
      accompaniment.map { ShownField("accompaniment", .text($0)) },
      run.map { ShownField("run", .text($0.uuidString.lowercased())) },
    ].compactMap { $0 }
  }
}
