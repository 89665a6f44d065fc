import Foundation
import Language
import Music

/// The allowed values of a setting, whatever their type.
public struct SettingDomain: Sendable {
  public enum Kind: Hashable, Sendable {
    case wholeNumber

    /// A number with or without decimals.
    case number

    /// A string.
    case name

    /// A Boolean value, `true` or `false`.
    case truth

    /// An array of strings; commas separate them on the command line.
    case list

    /// An array of files and folders; colons separate them on the command line.
    case paths

    /// The separator of the elements on the command line; `nil` for a single value.
    var separator: Character? {
      switch self {
      case .list: ","
      case .paths: ":"
      case .wholeNumber, .number, .name, .truth: nil
      }
    }

    /// Converts a typed text, also with a decimal comma, to a value of a file.
    fileprivate func node(_ text: String) -> TOMLNode {
      switch self {
      case .wholeNumber: Int(text).map(TOMLNode.integer) ?? .string(text)
      case .number: NumberText.number(text).map(TOMLNode.float) ?? .string(text)
      case .name: .string(text)
      case .truth: Bool(text).map(TOMLNode.boolean) ?? .string(text)
      case .list, .paths:
        .array(
          (text.isEmpty
            ? [] : text.split(separator: separator ?? ",", omittingEmptySubsequences: false))
            .map { .string($0.trimmingCharacters(in: .whitespaces)) })
      }
    }

    /// True if a value of the file has this kind. A whole number is also a number.
    func matches(_ node: TOMLNode) -> Bool {
      switch (self, node) {
      case (.wholeNumber, .integer), (.number, .integer), (.number, .float), (.name, .string),
        (.truth, .boolean):
        true
      case (.list, .array(let elements)), (.paths, .array(let elements)):
        elements.allSatisfy { $0.string != nil }
      default: false
      }
    }
  }

  public let kind: Kind

  /// The words that the setting accepts, one of them or several for a list; empty if there is no
  /// limit. The names of scales and controllers' maps are not among them.
  public let words: [String]

  /// The step between numbers that are chosen rather than typed, in the setting's own unit.
  let step: Double?

  /// The allowed numbers, in the setting's own unit; `nil` for anything but a number.
  public let range: ClosedRange<Double>?

  private let describe: @Sendable () -> String

  /// Converts a typed text, which may contain names, to a value of a file.
  let node: @Sendable (String) -> TOMLNode

  fileprivate init(
    _ kind: Kind, words: [String] = [], range: ClosedRange<Double>? = nil, step: Double? = nil,
    node: (@Sendable (String) -> TOMLNode)? = nil, allowed: @escaping @Sendable () -> String
  ) {
    self.kind = kind
    self.node = node ?? { kind.node($0) }
    self.words = words
    self.range = range
    self.step = step
    describe = allowed
  }

  /// The allowed values as they may be typed, in one line, in the user's language and with its
  /// decimal sign.
  public var allowed: String { describe() }

  /// The allowed values for JSON, in which a range of numbers has decimal points.
  public var allowedInJSON: String {
    guard kind == .number, let range else { return allowed }
    return NumberText.span("\(range.lowerBound)", "\(range.upperBound)")
  }

  /// The shortest form of ``range`` in the user's language; `nil` without a range.
  public var rangeInWords: String? { range.map { SettingNumber.text($0) } }
}

/// Reads and writes the values of a setting.
struct SettingCoding<Value: Sendable>: Sendable {
  let domain: SettingDomain

  /// Reads the value of a file; `nil` if it is not allowed.
  let read: @Sendable (TOMLNode) -> Value?
  let write: @Sendable (Value) -> TOMLNode

  /// Makes a value independent of the folder from which its path counts.
  var anchor: @Sendable (Value, String) -> Value = { value, _ in value }

  func anchored(_ anchor: @escaping @Sendable (Value, String) -> Value) -> SettingCoding {
    var coding = self
    coding.anchor = anchor
    return coding
  }
}

// MARK: Numbers

extension SettingCoding where Value == Int {
  static func wholeNumber(
    _ range: ClosedRange<Int>,
    allowed: @autoclosure @escaping @Sendable () -> String? = nil
  ) -> SettingCoding {
    SettingCoding(
      domain: SettingDomain(
        .wholeNumber, range: Double(range.lowerBound)...Double(range.upperBound), step: 1
      ) { allowed() ?? span(range) },
      read: { $0.integer(in: range) }, write: { .integer($0) })
  }

  /// A note by its number or its name.
  static func note(
    _ range: ClosedRange<Int>, allowed: @autoclosure @escaping @Sendable () -> String
  ) -> SettingCoding {
    SettingCoding(
      domain: SettingDomain(
        .wholeNumber, range: Double(range.lowerBound)...Double(range.upperBound), step: 1,
        node: { .string(TypedMusic.spelling(ofNote: $0)) }, allowed: allowed),
      read: { node in
        let note = node.string.flatMap(TypedMusic.note)?.rawValue
        return node.integer(in: range) ?? note.flatMap { range.contains($0) ? $0 : nil }
      }, write: { .integer($0) })
  }
}

extension SettingCoding where Value == Frequency {
  /// A number with or without `Hz`.
  static func frequency(_ range: ClosedRange<Double>) -> SettingCoding {
    let plain = SettingCoding.decimal(range, step: 1, { Frequency(hertz: $0) }, { $0.hertz })
    return SettingCoding(
      domain: SettingDomain(.number, range: range, step: 1) { span(range) },
      read: { node in
        plain.read(node.string.flatMap(TypedMusic.hertz).map(TOMLNode.float) ?? node)
      }, write: plain.write)
  }
}

extension SettingCoding where Value == [DirectedInterval] {
  /// At least one interval by its tag or its name, with commas or blanks between them.
  static func intervals(
    most: Int = .max, allowed: @autoclosure @escaping @Sendable () -> String
  ) -> SettingCoding {
    let plain = SettingCoding.list(
      TypedMusic.interval, { $0.description }, words: DirectedInterval.all.map(\.description),
      mayBeEmpty: false, most: most, allowed: allowed())
    return SettingCoding(
      domain: SettingDomain(
        .list, words: plain.domain.words,
        node: { .array(TypedMusic.intervals($0).map { .string($0) }) }, allowed: allowed),
      read: plain.read, write: plain.write)
  }
}

extension SettingCoding where Value == Double {
  static func decimal(_ range: ClosedRange<Double>, step: Double) -> SettingCoding {
    .decimal(range, step: step, { $0 }, { $0 })
  }
}

extension SettingCoding {
  /// A number that has a type of its own.
  static func decimal(
    _ range: ClosedRange<Double>, step: Double, _ make: @escaping @Sendable (Double) -> Value,
    _ number: @escaping @Sendable (Value) -> Double
  ) -> SettingCoding {
    SettingCoding(
      domain: SettingDomain(.number, range: range, step: step) { span(range) },
      read: { $0.number(in: range).map(make) }, write: { .float(number($0)) })
  }
}

/// A range as it may be typed.
func span(_ range: ClosedRange<Int>) -> String {
  NumberText.span("\(range.lowerBound)", "\(range.upperBound)")
}

func span(_ range: ClosedRange<Double>) -> String {
  NumberText.span(NumberText.exact(range.lowerBound), NumberText.exact(range.upperBound))
}

// MARK: Words

extension SettingCoding where Value == Bool {
  static var truth: SettingCoding {
    let words = ["true", "false"]
    return SettingCoding(
      domain: SettingDomain(.truth, words: words) { words.joined(separator: ", ") },
      read: { $0.boolean }, write: { .boolean($0) })
  }
}

extension SettingCoding where Value: RawRepresentable<String> & CaseIterable {
  static var word: SettingCoding { word(among: Array(Value.allCases)) }

  static func word(among values: [Value]) -> SettingCoding {
    let words = values.map(\.rawValue)
    return SettingCoding(
      domain: SettingDomain(.name, words: words) { words.joined(separator: ", ") },
      read: { $0.string.flatMap { words.contains($0) ? Value(rawValue: $0) : nil } },
      write: { .string($0.rawValue) })
  }
}

extension SettingCoding {
  /// A string that has a grammar of its own.
  ///
  /// - Parameters:
  ///   - isNumberAllowed: whether a file may have a number without quotes.
  ///   - node: converts a typed text to a value of a file; `nil` keeps the text.
  static func text(
    _ make: @escaping @Sendable (String) -> Value?, _ text: @escaping @Sendable (Value) -> String,
    words: [String] = [], isNumberAllowed: Bool = false,
    node: (@Sendable (String) -> TOMLNode)? = nil,
    allowed: @autoclosure @escaping @Sendable () -> String
  ) -> SettingCoding {
    SettingCoding(
      domain: SettingDomain(.name, words: words, node: node, allowed: allowed),
      read: { node in
        if isNumberAllowed, case .integer(let number) = node { return make("\(number)") }
        if isNumberAllowed, case .float(let number) = node { return make("\(number)") }
        return node.string.flatMap(make)
      },
      write: { .string(text($0)) })
  }

  /// Up to `most` strings. Repeated ones count once.
  static func list<Element: Equatable>(
    kind: SettingDomain.Kind = .list, _ make: @escaping @Sendable (String) -> Element?,
    _ text: @escaping @Sendable (Element) -> String, words: [String] = [], mayBeEmpty: Bool = true,
    most: Int = .max, allowed: @autoclosure @escaping @Sendable () -> String
  ) -> SettingCoding where Value == [Element] {
    SettingCoding(
      domain: SettingDomain(kind, words: words, allowed: allowed),
      read: { node in
        guard let nodes = node.array, mayBeEmpty || !nodes.isEmpty else { return nil }
        var elements: [Element] = []
        for node in nodes {
          guard let element = node.string.flatMap(make) else { return nil }
          if !elements.contains(element) { elements.append(element) }
        }
        return elements.count <= most ? elements : nil
      },
      write: { .array($0.map { .string(text($0)) }) })
  }
}
