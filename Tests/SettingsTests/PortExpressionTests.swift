import Testing

@testable import Settings

@Suite("Patterns for ports")
struct PortExpressionTests {
  @Test(
    "what a user types for ports is allowed",
    arguments: [
      "system", "^ardour:(bus|in) ?[12]$", "playback_[0-9]+", "a{2,3}", "(a|b){10}", "Desk \\(2\\)",
      "[]x]", "[^]x]{3}", "[[:alpha:]]*", "x{", String(repeating: "x", count: 320),
      String(repeating: "(", count: 16) + String(repeating: ")", count: 16),
    ])
  func allowed(text: String) {
    // "x{" is for the C library to judge.
    if text != "x{" { #expect(PortExpression.isAllowed(text)) }
  }

  @Test(
    "what would take memory or time without end is refused", .timeLimit(.minutes(1)),
    arguments: [
      String(repeating: "(", count: 20_000), String(repeating: "[", count: 20_000),
      String(repeating: "(", count: 17) + String(repeating: ")", count: 17),
      String(repeating: "x", count: 321), "((((a{255}){255}){255}){255})", "(a{100}){100}",
      "a{255}{255}", "(a*)*\\1", "x{1001}", "x{,32767}", "(((x{20}){20}){20})",
      String(repeating: "((((a{9}){9}){9}){9})", count: 10), "", "a\u{1B}", "a(b", "*",
    ])
  func refused(text: String) {
    #expect(!PortExpression.isAllowed(text))
    #expect(OutputChoice(text) == nil)
  }
}
