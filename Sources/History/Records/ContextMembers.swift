import Training

extension TrialContext {
  /// What is known of how an answer came about, under the names and in the form that files of records
  /// have, in their order.
  public var members: [(name: String, value: FieldValue)] {
    var record = ComparisonRecord.blank
    record.context = self
    return RecordField<ComparisonRecord>.context.compactMap { field in
      field.value(record).map { (name: field.name, value: $0) }
    }
  }
}
