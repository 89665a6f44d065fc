import CGettext
import Foundation
import Installation
import Synchronization

/// The catalogue of the user's language (GNU gettext), which the C library reads.
///
/// Without a catalogue all text is in English, as in the sources.
public enum MessageCatalogue {
  /// The way in which text is shown.
  struct Manner: Sendable {
    var isTranslated = false
    var isUnicode = true

    /// The fonts of the Linux console have no ♯ and ♭: they follow code page 437 and the European
    /// character set of Windows (WGL4).
    var hasAccidentals = true

    /// A screen reader knows the signs, whatever the font shows for them.
    var isReadOut = false

    func text(_ message: String) -> String {
      guard isUnicode else {
        // as it is: a language with other names for the notes has no signs to replace
        let named = message.replacing("♯", with: " sharp ").replacing("♭", with: " flat ")
        return ASCIIText.text(isReadOut ? named : message)
      }
      guard !hasAccidentals, !isReadOut, !message.utf8.allSatisfy({ $0 < 0x80 }) else {
        return message
      }
      return message.replacing("♯", with: "#").replacing("♭", with: "b")
    }
  }

  private static let domain = "peach"
  private static let chosen = Mutex(Manner())

  /// Messages that replace those of the catalogue within a task, so that one process can show text
  /// in several languages.
  @TaskLocal public static var messages: MessageTable?

  /// Replaces, within a task, the choice for the process whether text is read out.
  @TaskLocal public static var readsOut: Bool?

  static var manner: Manner {
    var manner =
      messages == nil ? chosen.withLock { $0 } : Manner(isTranslated: true, isUnicode: true)
    if let readsOut { manner.isReadOut = readsOut }
    return manner
  }

  /// True for a screen reader and a braille display.
  public static var isReadOut: Bool { manner.isReadOut }

  /// Chooses the language from the environment. Call this once and before anything else, because it
  /// changes the process's environment: while there is only one thread, and before any text is
  /// created.
  ///
  /// - Parameter isReadOut: whether text is read out instead of looked at.
  public static func open(
    _ environment: [String: String] = ProcessInfo.processInfo.environment,
    folders: [String] = ShippedFiles.locales.map(\.path), isReadOut: Bool = false
  ) {
    let variables = LocaleVariables(environment)
    let manner = Manner(
      isUnicode: variables.isUnicode, hasAccidentals: environment["TERM"] != "linux",
      isReadOut: isReadOut)
    chosen.withLock { $0 = manner }
    for language in variables.languages {
      // English is the language of the sources. The user prefers it to the rest of the list.
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

  /// Sets the environment and the locale so that the C library uses the catalogue.
  ///
  /// The library does so only if it knows the locale for messages and that locale is not `C`. It
  /// reads the language itself from `LANGUAGE`, so any other locale will do if the system does not
  /// know the user's. The user's locale is tried first, because newer versions treat all names that
  /// begin with `C.` as `C`. They do not recognize a name with a slash, but find the same locale in
  /// their own folder: every Debian has it, even if no other locale is installed.
  ///
  /// Numbers remain those of `C`, because files and libraries rely on that.
  private static func choose(_ language: String, in folder: String, locale: String) -> Bool {
    setenv("LANGUAGE", language, 1)
    // The system's own error messages use the character set of this category.
    if manner.isUnicode, setlocale(LC_CTYPE, locale) == nil { setlocale(LC_CTYPE, "C.UTF-8") }
    bindtextdomain(domain, folder)
    bind_textdomain_codeset(domain, "UTF-8")
    for locale in [locale, "\(language).UTF-8", "C.UTF-8", "en_US.UTF-8", "/C.UTF-8"] {
      // The catalogue's header is the translation of the empty text.
      if setlocale(LC_MESSAGES, locale) != nil, !lookUp("").isEmpty { return true }
    }
    setlocale(LC_MESSAGES, "C")
    return false
  }

  static func lookUp(_ message: String) -> String {
    if let messages { return messages[message] ?? message }
    // For a message without a translation, this returns the same pointer.
    return message.withCString { String(cString: dgettext(domain, $0)) }
  }

  static func lookUp(one: String, other: String, _ count: Int) -> String {
    if let messages { return messages[one, count] ?? (count == 1 ? one : other) }
    return one.withCString { one in
      other.withCString { other in
        String(cString: dngettext(domain, one, other, UInt(count.magnitude)))
      }
    }
  }
}

/// The messages of a language that has two forms of plural, one for 1 and one for all other
/// numbers.
public struct MessageTable: Sendable {
  private let forms: [String: [String]]

  /// - Parameter forms: for each message in English its translation; two, if the message depends on
  ///   a number. The key of a message with a context is the context, U+0004 and the message.
  public init(_ forms: [String: [String]]) { self.forms = forms }

  subscript(message: String) -> String? { forms[message]?.first }

  subscript(message: String, count: Int) -> String? {
    count == 1 ? forms[message]?.first : forms[message]?.last
  }
}

/// The language and the character set from the usual environment variables.
///
/// The rules are gettext's: `LC_ALL` overrides the category's own variable, which overrides `LANG`.
/// `LANGUAGE` is a list of languages in order of preference, used unless the locale is `C`.
public struct LocaleVariables: Sendable {
  private let environment: [String: String]

  public init(_ environment: [String: String]) { self.environment = environment }

  public var isUnicode: Bool {
    locale(of: "LC_CTYPE").uppercased().filter { $0 != "-" }.contains("UTF8")
  }

  /// The locale for messages, such as `de_DE.UTF-8`; empty if none is set.
  var messages: String { locale(of: "LC_MESSAGES") }

  /// The languages that the user reads, best first, such as `de_AT`, `de`; empty for the C locale.
  var languages: [String] {
    let locale = messages
    guard !["", "C", "POSIX"].contains(locale) else { return [] }
    let preferred = (environment["LANGUAGE"] ?? "").split(separator: ":").map(String.init)
    return (preferred.isEmpty ? [locale] : preferred).flatMap(Self.variants)
  }

  private func locale(of category: String) -> String {
    ["LC_ALL", category, "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
  }

  /// A language with its country, then without it. The character set and a variant after `@` are
  /// ignored.
  private static func variants(of locale: String) -> [String] {
    let name = String(locale.prefix { $0 != "." && $0 != "@" })
    guard let underscore = name.firstIndex(of: "_") else { return [name] }
    return [name, String(name[..<underscore])]
  }
}

/// Text for a locale that supports only ASCII.
enum ASCIIText {
  private static let replacements: [Character: String] = [
    "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "…": "...",
    "–": "-", "—": "--", "−": "-", "„": "\"", "“": "\"", "”": "\"", "‚": "'", "‘": "'", "’": "'",
    "»": "\"", "«": "\"", "±": "+/-", "·": "-", "×": "x", "≤": "<=", "≥": ">=", "°": " deg ",
    "\u{A0}": " ", "\u{202F}": " ", "♯": "#", "♭": "b", "→": "->", "é": "e", "à": "a",
  ]

  /// Replaces each character outside ASCII with its nearest equivalent or a question mark.
  static func text(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    var result = ""
    for (index, character) in zip(text.indices, text) {
      guard !character.isASCII else {
        result.append(character)
        continue
      }
      let replacement = replacements[character] ?? "?"
      // Within capitals `Ü` becomes `UE`.
      let isAmongCapitals = text[index...].dropFirst().first?.isUppercase == true
      result += isAmongCapitals && character.isUppercase ? replacement.uppercased() : replacement
    }
    return result
  }
}
