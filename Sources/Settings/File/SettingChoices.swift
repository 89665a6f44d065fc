/// The values that a user can choose for a setting if all others stay as they are. Texts are in the
/// form of the command line.
public enum SettingChoices: Hashable, Sendable {
  /// The values before and after the present one; `nil` at the ends.
  case neighbours(before: String?, after: String?)

  /// All words that a list may contain.
  case members([Member])

  /// The user types any allowed text.
  case free

  public struct Member: Hashable, Sendable {
    public let word: String
    public let isIn: Bool

    /// The list with the word added or removed; `nil` if that is not allowed.
    public let toggled: String?
  }
}

extension SettingsFile {
  /// The choices for a key with this value. Only values that fit the rest of the file are offered.
  /// The files that it names are read again; a file that cannot be read restricts nothing.
  public func choices(for key: SettingKey, at value: SettingValue) -> SettingChoices {
    let contents = (try? contents(of: try image())) ?? SettingsContents(path: path)
    let site = readSite()
    let domain = key.row.domain
    let order: [String]
    if domain.kind.separator != nil {
      return domain.words.isEmpty
        ? .free : members(of: value, among: domain.words, in: contents, over: site)
    } else if let step = domain.step {
      order = Self.steps(around: value, by: step)
    } else {
      order = words(of: key)
      guard !order.isEmpty else { return .free }
    }
    let place = order.firstIndex(of: value.text)
    // A value that is not one of the words stands before all of them.
    let (lower, higher) = (order[..<(place ?? 0)], order[(place.map { $0 + 1 } ?? 0)...])
    let fits = { (text: String) in self.fits(key, text, contents, over: site) }
    return .neighbours(before: lower.last(where: fits), after: higher.first(where: fits))
  }

  /// The words of a setting, with the names of existing files.
  private func words(of key: SettingKey) -> [String] {
    let words = key.row.domain.words
    return switch key {
    case .tuningSystem: words + scaleNames.map { ScaleReference.name($0).text }
    case .controller: [ControllerName.none.text] + controllerNames
    default: words
    }
  }

  /// A number between its neighbouring multiples of a step.
  private static func steps(around value: SettingValue, by step: Double) -> [String] {
    guard let number = value.number else { return [value.text] }
    let (below, above) = (
      (number / step - Self.tolerance).rounded(.up) - 1,
      (number / step + Self.tolerance).rounded(.down) + 1
    )
    return [text(below * step, value.key), value.text, text(above * step, value.key)]
  }

  /// The distance from a multiple of a step, in steps, up to which a number counts as that
  /// multiple.
  private static let tolerance = 1e-6

  /// A number without rounding errors of binary fractions.
  private static func text(_ number: Double, _ key: SettingKey) -> String {
    if key.row.domain.kind == .wholeNumber { return String(Int(number)) }
    return String((number * 1e6).rounded() / 1e6)
  }

  private func members(
    of value: SettingValue, among words: [String], in contents: SettingsContents,
    over site: SiteSettings
  ) -> SettingChoices {
    let set = value.words
    return .members(
      words.map { word in
        let isIn = set.contains(word)
        let toggled = words.filter { $0 == word ? !isIn : set.contains($0) }
          .joined(separator: String(value.key.row.domain.kind.separator ?? ","))
        return .init(
          word: word, isIn: isIn,
          toggled: fits(value.key, toggled, contents, over: site) ? toggled : nil)
      })
  }

  private func fits(
    _ key: SettingKey, _ text: String, _ contents: SettingsContents, over site: SiteSettings
  ) -> Bool {
    guard let value = SettingValue(key, text: text) else { return false }
    let new = contents.setting(value)
    guard (try? layers(of: new, over: site)) != nil else { return false }
    return site.isEmpty || newProblem(of: new, after: contents, over: site) == nil
  }
}
