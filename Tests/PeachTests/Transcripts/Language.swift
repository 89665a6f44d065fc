/// A language that Peach speaks.
enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case german = "de"

  var environment: [String: String] {
    switch self {
    case .english: ["LC_ALL": "C.UTF-8"]
    case .german: GermanCatalogue.environment
    }
  }
}
