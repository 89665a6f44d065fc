import Music

/// What can be chosen for a key instead of what is set, all else left as it is. Texts are in the form of
/// the command line.
public enum SettingChoices: Hashable, Sendable {
  /// An order of values: the one before and the one after, where there is one.
  case neighbours(before: String?, after: String?)

  /// A set: each of the words that may be in it.
  case members([Member])

  /// Nothing to choose from; any allowed text can be typed.
  case free

  /// A word of a list.
  public struct Member: Hashable, Sendable {
    public let word: String
    public let isIn: Bool

    /// What the list is once the word is put in or taken out; `nil` where that cannot be.
    public let toggled: String?
  }
}

extension SettingsFile {
  /// What can be chosen for a key whose value is `value` now. Nothing is offered that does not fit the
  /// rest of the file. What it names is read anew; a file that cannot be read restricts nothing.
  public func choices(for key: SettingKey, at value: SettingValue) -> SettingChoices {
    let contents = (try? contents(of: try image())) ?? SettingsContents(path: path)
    if key == .intervals { return members(of: value, in: contents) }
    let order: [String]
    if let step = key.step {
      order = Self.steps(around: value, by: step)
    } else {
      order = words(of: key)
      guard !order.isEmpty else { return .free }
    }
    let place = order.firstIndex(of: value.text)
    // What is none of the words stands before them all.
    let (lower, higher) = (order[..<(place ?? 0)], order[(place.map { $0 + 1 } ?? 0)...])
    let fits = { (text: String) in self.fits(key, text, contents) }
    return .neighbours(before: lower.last(where: fits), after: higher.first(where: fits))
  }

  private func words(of key: SettingKey) -> [String] {
    switch key {
    case .tuningSystem: key.words + scaleNames.map { ScaleReference.name($0).text }
    case .controller: [ControllerName.none.text] + controllerNames
    case .intervals, .soundFonts, .higherButtons, .lowerButtons, .commitButtons, .stopButtons: []
    default: key.words
    }
  }

  /// The multiples of a step on both sides of a number, and the number.
  private static func steps(around value: SettingValue, by step: Double) -> [String] {
    guard let number = Double(value.text) else { return [value.text] }
    let (below, above) = (
      (number / step - Self.tolerance).rounded(.up) - 1,
      (number / step + Self.tolerance).rounded(.down) + 1
    )
    return [text(below * step, value.key), value.text, text(above * step, value.key)]
  }

  /// How far from a multiple of a step a number still counts as one, in steps.
  private static let tolerance = 1e-6

  /// A number without what binary fractions leave behind.
  private static func text(_ number: Double, _ key: SettingKey) -> String {
    if key.kind == .wholeNumber { return String(Int(number)) }
    return String((number * 1e6).rounded() / 1e6)
  }

  private func members(of value: SettingValue, in contents: SettingsContents) -> SettingChoices {
    guard case .intervals(let set) = value else { return .free }
    return .members(
      DirectedInterval.all.map { interval in
        let isIn = set.contains(interval)
        let toggled = DirectedInterval.all
          .filter { $0 == interval ? !isIn : set.contains($0) }
          .map(\.description).joined(separator: ",")
        return .init(
          word: interval.description, isIn: isIn,
          toggled: fits(.intervals, toggled, contents) ? toggled : nil)
      })
  }

  /// Whether the value is allowed and fits the rest.
  private func fits(_ key: SettingKey, _ text: String, _ contents: SettingsContents) -> Bool {
    guard let value = SettingValue(key, text: text) else { return false }
    return (try? layers(of: contents.setting(value))) != nil
  }
}
