/// The two trainings, as spelt in JSON.
public nonisolated enum TrainingName: String, Sendable {
  case comparison, matching
}
