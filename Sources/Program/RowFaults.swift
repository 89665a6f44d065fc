import Files
import Foundation
import History
import Language
import Music
import Training

extension RowFault {
  /// The error in the row of a table, and what the row should contain.
  package var words: String {
    switch self {
    case .value(let error): error.words
    case .fieldCount(let expected, let found):
      localized(
        one: "%d field instead of %d", other: "%d fields instead of %d", found, expected)
    case .unknownTraining(let name):
      localized(
        """
        '%@' is not a training of the app; its trainings are pitchDiscrimination, \
        pitchComparison and pitchMatching
        """,
        name)
    case .unknownInterval(let name):
      localized(
        """
        '%@' is not an interval of the app; its intervals are P1 m2 M2 m3 M3 P4 d5 P5 m6 M6 m7 \
        M7 P8
        """, name)
    case .unknownTuning(let name):
      localized(
        "'%@' is not a tuning of the app; its tunings are equalTemperament and justIntonation", name
      )
    case .notesDisagree(let interval, let reference, let target):
      localized("the notes %@ and %@ do not make a %@", reference, target, interval)
    case .text(let fault): fault.words
    }
  }
}

extension RecordLineError {
  fileprivate var words: String {
    switch self {
    case .notAnObject: localized("it is not a JSON object")
    case .missing(let member): localized("%@ is missing", member)
    case .notAllowed(let member, let value, let domain):
      localized("%@ '%@' is not allowed; allowed: %@", member, value, domain.allowed)
    case .targetDisagrees(let interval, let expected, let found):
      expected.map {
        localized("targetNote %d is not allowed: the interval %@ leads to %d", found, interval, $0)
      }
        ?? localized(
          "targetNote %d is not allowed: the interval %@ leads out of 0...127", found, interval)
    }
  }
}

extension FieldDomain {
  fileprivate nonisolated var allowed: String {
    switch self {
    case .training:
      localized(
        "%@ or %@", RecordedResult.trainings.map(\.rawValue).joined(separator: ", "),
        RunRecord.name)
    case .id: localized("a UUID")
    case .time: localized("a time in UTC from 1970 to 9999, such as 2026-11-21T10:00:00.123Z")
    case .note: "0...127"
    case .interval: DirectedInterval.all.map(\.description).joined(separator: " ")
    case .tuning:
      localized("equal, just, pythagorean, meantone or scala:NAME, without invisible characters")
    case .cents: localized("a number from -1200 to 1200")
    case .flag: localized("true or false")
    case .name: localized("a text that is not empty and has no invisible characters")
    case .digits: localized("a whole number from 0 up")
    case .curve: localized("at most 100 points in base64, two bytes each")
    case .word(let words): words.joined(separator: ", ")
    case .decimal(let limits):
      limits.lowerBound < 1 && limits.lowerBound > 0
        ? localized("a number above 0, at most %@", String(Int(limits.upperBound)))
        : localized(
          "a number within %@...%@", String(Int(limits.lowerBound)), String(Int(limits.upperBound)))
    case .whole(let limits):
      localized(
        "a whole number within %@...%@", "\(limits.lowerBound)", "\(limits.upperBound)")
    }
  }
}

extension TextRowFault {
  /// The error in the row, and the remedy.
  package var words: String {
    switch self {
    case .notText: localized("it is not UTF-8 text; save the file as UTF-8")
    case .zeroByte: localized("it contains a zero byte, which is not allowed in text")
    case .tooLong(let limit): localized("it is longer than %d bytes", limit)
    case .unclosedQuote: localized("a quotation mark is not closed")
    case .misplacedQuote:
      localized(
        "a field contains a quotation mark; double it, and put the field in quotation marks")
    }
  }
}
