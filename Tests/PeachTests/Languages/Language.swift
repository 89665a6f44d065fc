/// A language that Peach speaks.
enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case german = "de"
}
