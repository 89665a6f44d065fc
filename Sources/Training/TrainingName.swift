/// The two trainings, as spelt in JSON.
public enum TrainingName: String {
  case comparison, matching
}
