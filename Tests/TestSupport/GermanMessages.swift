import Foundation
import Language

/// German, read from `po/` as it is now. Screens are shown in it within
/// `MessageCatalogue.$messages.withValue(GermanMessages.table)`.
public nonisolated enum GermanMessages {
  public static let table = MessageTable(read())

  private static func read() -> [String: [String]] {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    let file = folder.appending(path: "po/de.po")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.components(separatedBy: "\n\n").reduce(into: [:]) { table, block in
      let entry = Entry(block)
      if let key = entry.key { table[key] = entry.forms }
    }
  }

  /// A message of a catalogue's source: lines of a keyword and a text, which goes on on the lines below.
  private struct Entry {
    private var context: String?
    private var message = ""
    private(set) var forms: [String] = []

    /// `nil` of the header and of what is not translated.
    var key: String? {
      guard !message.isEmpty, forms.contains(where: { !$0.isEmpty }) else { return nil }
      return context.map { "\($0)\u{4}\(message)" } ?? message
    }

    init(_ block: String) {
      var keyword = ""
      for line in block.split(separator: "\n") where !line.hasPrefix("#") {
        guard let quote = line.firstIndex(of: "\"") else { continue }
        let name = line[..<quote].trimmingCharacters(in: .whitespaces)
        if !name.isEmpty {
          keyword = name
          if keyword.hasPrefix("msgstr") { forms.append("") }
        }
        let text = Self.unescaped(line[line.index(after: quote)...].dropLast())
        switch keyword {
        case "msgctxt": context = (context ?? "") + text
        case "msgid": message += text
        case _ where keyword.hasPrefix("msgstr"): forms[forms.count - 1] += text
        default: break
        }
      }
    }

    private static func unescaped(_ text: Substring) -> String {
      var result = ""
      var isEscaped = false
      for character in text {
        if isEscaped {
          result.append(character == "n" ? "\n" : character == "t" ? "\t" : character)
          isEscaped = false
        } else if character == "\\" {
          isEscaped = true
        } else {
          result.append(character)
        }
      }
      return result
    }
  }
}
