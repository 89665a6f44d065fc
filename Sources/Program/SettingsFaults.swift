import Charts
import Console
import Files
import Foundation
import History
import Language
import Music
import Settings

extension Fault {
  /// The fault as a screen words it, where a setting has its name, with its key beside it.
  package init(onScreen error: any Error) {
    guard let error = error as? SettingsError else {
      self.init(any: error)
      return
    }
    self.init(error, isOnScreen: true)
  }

  /// - Parameter isOnScreen: whether settings and values have their names; on the command line they
  ///   have their keys and are spelt as they are typed.
  package init(_ error: SettingsError, isOnScreen: Bool = false) {
    func name(_ key: SettingKey) -> String {
      isOnScreen ? localized("%@ (%@)", key.row.name, key.name) : key.name
    }
    switch error {
    case .missingFile(let path): self = .missingFile(path)
    case .cannotCreate(let path, let number):
      self = .cannotCreate(localized("%@ cannot be created: %@", path, Self.reason(number)))
    case .cannotWrite(let path, let number):
      self = .inputOutput(
        localized("%@ cannot be replaced: %@. The file was not changed", path, Self.reason(number)))
    case .cannotEdit(let path, let key):
      self = .configuration(
        localized(
          "%@: %@ cannot be changed without affecting other lines. Edit the file by hand", path,
          name(key)))
    case .unreadableFile(let path, let reason):
      self = .configuration("\(path): \(Self.words(reason))")
    case .syntax(let path, let line, let message):
      self = .configuration(
        localized("%@, line %d: invalid TOML: %@", path, line, Self.oneLine(message)))
    case .unknownKey(let place, let word):
      let keys = SettingKey.allCases.map(\.name)
      let words =
        NearestWord.to(word, among: keys).map {
          localized("%@there is no setting '%@'. Did you mean %@?", place.prefix, word, $0)
        }
        ?? localized(
          "%@there is no setting '%@'; peach settings list shows all of them", place.prefix, word)
      self = place == .argument ? .usage(words) : .configuration(words)
    case .wrongType(let place, let key, let value, _) where isOnScreen,
      .badValue(let place, let key, let value) where isOnScreen:
      self = .configuration(
        localized(
          "%@%@: '%@' is not allowed%@; allowed: %@", place.prefix, name(key), value.shortened,
          Self.guess(value, among: key.row.shownWords), key.row.allowedOnScreen))
    case .wrongType(let place, let key, let value, _), .badValue(let place, let key, let value):
      self = .configuration(
        localized(
          "%@%@ = %@ is not allowed%@; allowed: %@", place.prefix, name(key),
          value.isEmpty ? "\"\"" : value.shortened,
          Self.guess(
            value,
            among: key.row.domain.words
              + (key.row.domain.kind == .list && key.row.domain.words.contains("P5")
                ? TypedMusic.intervalNames : [])), key.row.domain.allowed))
    case .noteRangeTooNarrow(let place, let key, let lowest, let highest):
      self = .configuration(
        localized(
          "%@%@: the note range %@…%@ is narrower than an octave; allowed: %@", place.prefix,
          name(key), lowest, highest, key.row.domain.allowed))
    case .missingController(let place, let map, let known):
      let key = name(.controller)
      self = .configuration(
        known.isEmpty
          ? localized(
            "%@%@ = \"%@\" is not allowed: there are no controller maps", place.prefix, key, map)
          : localized(
            """
            %@%@ = "%@" is not allowed: there is no such controller map%@; allowed: %@
            """,
            place.prefix, key, map, Self.guess(map, among: known), known.joined(separator: ", ")))
    case .missingPreset(let name, let known):
      self = .usage(
        localized(
          "there is no preset '%@'%@; peach settings preset lists all of them", name,
          Self.guess(name, among: known)))
    case .missingPlan(let name, let known):
      self = .usage(
        localized(
          "there is no plan '%@'%@; peach plans lists all of them", name,
          Self.guess(name, among: known)))
    case .plan(let place, let problem): self = .configuration(place.prefix + Self.words(problem))
    case .notInController(let place, let key):
      let keys = SettingTable.rows.filter(\.isControl).map(\.key.name)
      self = .configuration(
        localized(
          "%@%@ cannot be set in a controller map; allowed: %@", place.prefix, name(key),
          keys.joined(separator: ", ")))
    case .twoRoles(let place, let key, let other, let control):
      let words = localized(
        "%@%@ and %@ both have %@; a control can have one role", place.prefix, name(key),
        name(other), isOnScreen ? control.inWords : control.description)
      self = place == .option ? .usage(words) : .configuration(words)
    case .scaleFile(let place, let path, let problem): self.init(scale: path, problem, at: place)
    case .noSuchInterval(let place, let key, let interval, let scale, let nearest):
      let distance = CentsText.plain(nearest.deviation.magnitude)
      self = .configuration(
        localized(
          """
          %@%@: the scale %@ has no %@ (%@); its nearest degree is %@ cents away. Remove that \
          interval or choose another tuning
          """, place.prefix, name(key), scale, NoteName.text(interval), interval.description,
          distance))
    }
  }

  private init(scale path: String, _ problem: SettingsError.ScaleProblem, at place: SettingOrigin) {
    switch problem {
    case .missing:
      self = .missingScale(localized("%@there is no scale file %@", place.prefix, path))
    case .unreadable(let reason):
      self = .unreadableData(
        localized("%@scale file %@: %@", place.prefix, path, Self.words(reason)))
    case .malformed(let error):
      let place =
        error.column.map { localized("%@, line %d, column %d: ", path, error.line, $0) }
        ?? localized("%@, line %d: ", path, error.line)
      self = .unreadableData(place + error.words)
    }
  }

  /// Suggests one of the words that a key accepts; for a list, in place of its first unknown word.
  private static func guess(_ value: String, among words: [String]) -> String {
    let given = value.split { !$0.isLetter && !$0.isNumber && $0 != "-" }.map(String.init)
    let unknown = given.first { !words.contains($0) }
    guard let word = unknown.flatMap({ NearestWord.to($0, among: words) }) else { return "" }
    return localized(" (did you mean %@?)", word)
  }

  private static func reason(_ number: Int32) -> String { String(cString: strerror(number)) }

  private static func words(_ reason: SettingsError.UnreadableReason) -> String {
    switch reason {
    case .notAFile: localized("not a regular file")
    case .tooLarge(let limit): localized("too large (more than %d bytes)", limit)
    case .notText(let line): localized("line %d is not UTF-8 text", line)
    case .system(let number): Self.reason(number)
    }
  }

  private static func words(_ problem: PlanProblem) -> String {
    switch problem {
    case .unknownKey(let word, let known):
      localized(
        "there is no key '%@'%@; allowed: %@, and every setting (peach settings list)",
        word.shortened, guess(word, among: known + SettingKey.allCases.map(\.name)),
        known.joined(separator: ", "))
    case .value(let key, nil, let allowed): localized("%@ is missing; allowed: %@", key, allowed)
    case .value(let key, let value?, let allowed):
      localized(
        "%@ = %@ is not allowed%@; allowed: %@", key, value.shortened,
        guess(value, among: allowed.components(separatedBy: ", ")), allowed)
    case .conflict(let key, let sentence): localized("%@: %@", key, sentence)
    case .row(let fault): fault.words
    case .fieldCount(let expected, let found):
      RowFault.fieldCount(expected: expected, found: found).words
    case .noRows: localized("the list has no rows")
    }
  }

  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

extension SettingOrigin {
  nonisolated fileprivate var prefix: String {
    switch self {
    case .file(let path, let line): localized("%@, line %d: ", path, line)
    case .option: localized("option: ")
    case .argument: ""
    }
  }
}

extension ScalaError {
  /// The error in the line, and what the line should be.
  package var words: String {
    switch self {
    case .noDescription:
      localized("not a Scala file: the description and the number of notes are missing")
    case .noCount: localized("not a Scala file: the number of notes is missing")
    case .badCount(_, let text): localized("expected the number of notes, found '%@'", text)
    case .tooFewPitches(_, let expected, let found):
      localized("the scale ends after %d of %d pitches", found, expected)
    case .tooManyPitches(_, let expected):
      localized(
        one: "the file announces %d pitch, and there are more",
        other: "the file announces %d pitches, and there are more", expected)
    case .badPitch(_, _, let text):
      localized(
        """
        '%@' is not a pitch; write cents with a decimal point (701.955) or a ratio (3/2), then a blank, \
        '!' or nothing
        """, text)
    case .ratioNotPositive(_, _, let text):
      localized("the ratio '%@' must be greater than 0", text)
    }
  }
}

extension Notice {
  /// The configuration became unusable during training.
  package static func settings(problem: String) -> Notice {
    Notice("settings", localized("%@; Peach keeps the previous settings", problem))
  }

  /// A part of a settings file of the site is ignored.
  package static func site(_ problem: SiteProblem) -> Notice {
    let fault = Fault(problem.error).message
    let message =
      fault.hasPrefix(problem.file)
      ? localized("%@; Peach goes on without it", fault)
      : localized("%@: %@; Peach goes on without it", problem.file, fault)
    return Notice("siteSettings", message, [ShownField("path", .text(problem.file))])
  }
}

extension FileUserSettings {
  /// The first fault of each file of the site. `peach doctor` lists all of them.
  package var siteNotices: [Notice] {
    siteProblems.enumerated().filter { index, problem in
      siteProblems.firstIndex { $0.file == problem.file } == index
    }.map { Notice.site($0.element) }
  }
}

extension CommandContext {
  /// The settings for a command that prints and ends, with these options. Reports problems of the
  /// site's files among the messages. Throws ``Fault`` and `SettingsError`.
  package func readSettings(_ texts: [SettingKey: String] = [:]) throws -> FileUserSettings {
    let settings = try FileUserSettings(
      file: settingsFile, overrides: SettingsOverrides(texts))
    for notice in settings.siteNotices { notify(notice) }
    return settings
  }
}
