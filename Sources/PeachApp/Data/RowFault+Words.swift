import History
import Language
import Music

extension RowFault {
  /// What is wrong with the row, and what should stand there.
  var words: String {
    switch self {
    case .value(let error): error.words
    case .fieldCount(let expected, let found):
      localized(
        one: "%d field instead of %d", other: "%d fields instead of %d", found, expected)
    case .unknownTraining(let name):
      localized(
        "'%@' is no training of the app; known are pitchDiscrimination, pitchComparison and pitchMatching",
        name)
    case .unknownInterval(let name):
      localized(
        "'%@' is no interval of the app; known are P1 m2 M2 m3 M3 P4 d5 P5 m6 M6 m7 M7 P8", name)
    case .unknownTuning(let name):
      localized("'%@' is no tuning of the app; known are equalTemperament and justIntonation", name)
    case .notesDisagree(let interval, let reference, let target):
      localized("the notes %@ and %@ are no %@", reference, target, interval)
    case .notText: localized("it is not UTF-8 text")
    case .zeroByte: localized("it holds a zero byte, which no text does")
    case .tooLong(let limit): localized("it is longer than %d bytes", limit)
    case .unclosedQuote: localized("a quote is opened and not closed")
    case .misplacedQuote:
      localized("a quote stands within a field; write it twice, and the field in quotes")
    }
  }
}

extension RecordLineError {
  fileprivate var words: String {
    switch self {
    case .notAnObject: localized("it is no JSON object")
    case .missing(let member): localized("%@ is missing", member)
    case .notAllowed(let member, let value, let domain):
      localized("%@ '%@' is not allowed; allowed: %@", member, value, domain.allowed)
    case .targetDisagrees(let interval, let expected, let found):
      expected.map {
        localized("targetNote %d is not allowed: %@ leads to %d", found, interval, $0)
      }
        ?? localized("targetNote %d is not allowed: %@ leads beyond 0...127", found, interval)
    }
  }
}

extension FieldDomain {
  fileprivate nonisolated var allowed: String {
    switch self {
    case .training: localized("comparison or matching")
    case .id: localized("a UUID")
    case .time: localized("a time in UTC from 1970 to 9999, such as 2026-11-21T10:00:00.123Z")
    case .note: "0...127"
    case .interval: DirectedInterval.all.map(\.description).joined(separator: " ")
    case .tuning: localized("equal, just, pythagorean, meantone or scala:NAME")
    case .cents: localized("a number within -1200...1200")
    case .flag: localized("true or false")
    }
  }
}
