/// What the usual variables of the environment say of the language and the character set.
///
/// The rules are gettext's: `LC_ALL` goes before the category's own variable and that before `LANG`;
/// `LANGUAGE` is a list of languages in order of preference, heeded unless the locale is `C`.
public struct LocaleVariables: Sendable {
  private let environment: [String: String]

  public init(_ environment: [String: String]) { self.environment = environment }

  /// Whether text may be more than ASCII.
  public var isUnicode: Bool {
    locale(of: "LC_CTYPE").uppercased().filter { $0 != "-" }.contains("UTF8")
  }

  /// The locale of messages, such as `de_DE.UTF-8`; empty where none is set.
  var messages: String { locale(of: "LC_MESSAGES") }

  /// The languages that the user reads, best first, such as `de_AT`, `de`; none for the C locale.
  var languages: [String] {
    let locale = messages
    guard !["", "C", "POSIX"].contains(locale) else { return [] }
    let preferred = (environment["LANGUAGE"] ?? "").split(separator: ":").map(String.init)
    return (preferred.isEmpty ? [locale] : preferred).flatMap(Self.variants)
  }

  private func locale(of category: String) -> String {
    ["LC_ALL", category, "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
  }

  /// A language with its country, then without; the character set and a variant after `@` do not matter.
  private static func variants(of locale: String) -> [String] {
    let name = String(locale.prefix { $0 != "." && $0 != "@" })
    guard let underscore = name.firstIndex(of: "_") else { return [name] }
    return [name, String(name[..<underscore])]
  }
}
