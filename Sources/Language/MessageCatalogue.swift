import CGettext
import Foundation
import Installation
import Synchronization

/// The catalogue of the user's language (GNU gettext), which the C library reads.
///
/// Without one everything is said in English, which is what the sources say.
public enum MessageCatalogue {
  /// How text is to be shown.
  struct Manner: Sendable {
    /// Whether there is a catalogue to be asked.
    var isTranslated = false
    var isUnicode = true
  }

  private static let domain = "peach"
  private static let chosen = Mutex(Manner())

  static var manner: Manner { chosen.withLock { $0 } }

  /// Chooses the language by the environment. To be called first of all and once, as it changes the
  /// process's environment: while there is one thread, and before any text is made.
  public static func open(
    _ environment: [String: String] = ProcessInfo.processInfo.environment,
    folders: [String] = ShippedFiles.locales.map(\.path)
  ) {
    let variables = LocaleVariables(environment)
    let isUnicode = variables.isUnicode
    chosen.withLock { $0 = Manner(isTranslated: false, isUnicode: isUnicode) }
    for language in variables.languages {
      // What the sources say; what comes after it in the list is liked less.
      if language == "en" { return }
      guard let folder = folders.first(where: { has(language, in: $0) }) else { continue }
      let isTranslated = choose(language, in: folder, locale: variables.messages)
      chosen.withLock { $0.isTranslated = isTranslated }
      return
    }
  }

  private static func has(_ language: String, in folder: String) -> Bool {
    FileManager.default.isReadableFile(atPath: "\(folder)/\(language)/LC_MESSAGES/\(domain).mo")
  }

  /// The C library asks a catalogue only where the locale of messages is one that it knows and is not
  /// `C`; the language itself it takes from `LANGUAGE`. A system need not know the user's locale, so any
  /// other does: newer versions take `C.UTF-8` for `C`, so the user's own goes first.
  ///
  /// Numbers stay those of `C`: that is what files and libraries count on.
  private static func choose(_ language: String, in folder: String, locale: String) -> Bool {
    setenv("LANGUAGE", language, 1)
    // The system's own reasons come in the character set of this category.
    if manner.isUnicode, setlocale(LC_CTYPE, locale) == nil { setlocale(LC_CTYPE, "C.UTF-8") }
    bindtextdomain(domain, folder)
    bind_textdomain_codeset(domain, "UTF-8")
    for locale in [locale, "\(language).UTF-8", "C.UTF-8", "en_US.UTF-8"] {
      // The catalogue's own heading is the translation of nothing.
      if setlocale(LC_MESSAGES, locale) != nil, !lookUp("").isEmpty { return true }
    }
    setlocale(LC_MESSAGES, "C")
    return false
  }

  /// The translation of a message, or the message itself.
  static func lookUp(_ message: String) -> String {
    // What has no translation comes back as it went in, the very pointer.
    message.withCString { String(cString: dgettext(domain, $0)) }
  }

  /// The translation in the form that goes with a number.
  static func lookUp(one: String, other: String, _ count: Int) -> String {
    one.withCString { one in
      other.withCString { other in
        String(cString: dngettext(domain, one, other, UInt(count.magnitude)))
      }
    }
  }
}

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
