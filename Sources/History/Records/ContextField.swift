import Training

/// The fields that say how an answer came about. The limits are those of the database.
enum ContextField {
  /// What is known of the trial, in the order of files.
  static let ofTrial: [RecordField<TrialContext>] = [
    RecordField(optional: "soundSource", .name, { $0.soundSource }, { $0.soundSource = $1 }),
    RecordField(
      optional: "noteDuration", .decimal(Double.leastNormalMagnitude...60),
      { $0.noteDuration }, { $0.noteDuration = $1 }),
    RecordField(
      optional: "amplitude", .decimal(-200...200), { $0.amplitude }, { $0.amplitude = $1 }),
    RecordField(
      optional: "referencePitch", .decimal(1...100_000),
      { $0.referencePitch }, { $0.referencePitch = $1 }),
    RecordField(
      optional: "responseTime", .decimal(0...10_000_000),
      { $0.responseTime }, { $0.responseTime = $1 }),
    RecordField(optional: "strategy", .name, { $0.strategy }, { $0.strategy = $1 }),
    RecordField(
      optional: "believedThreshold", .decimal(0...100_000),
      { $0.believedThreshold }, { $0.believedThreshold = $1 }),
    RecordField(
      optional: "heard", .whole(1...1_000_000),
      { $0.heard.map(Int64.init) }, { $0.heard = Int($1) }),
    RecordField(optional: "input", .input, { $0.input }, { $0.input = $1 }),
    RecordField(
      optional: "presentation", .presentation, { $0.presentation }, { $0.presentation = $1 }),
    RecordField(
      optional: "accompaniment", .name, { $0.accompaniment }, { $0.accompaniment = $1 }),
  ]

  /// The run that the trial belongs to.
  static let run = RecordField<TrialContext>(optional: "run", .id, { $0.run }, { $0.run = $1 })
}

extension TrialContext {
  /// What is known of how an answer came about, under the names and in the form that files of records
  /// have, in their order.
  public var members: [(name: String, value: FieldValue)] {
    (ContextField.ofTrial + [ContextField.run]).compactMap { field in
      field.value(self).map { (name: field.name, value: $0) }
    }
  }
}
