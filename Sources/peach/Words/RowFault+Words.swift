import History
import Music

extension RowFault {
  /// What is wrong with the row, and what should stand there.
  var words: String {
    switch self {
    case .value(let error): error.words
    case .fieldCount(let expected, let found):
      "\(found) fields instead of \(expected)"
    case .unknownTraining(let name):
      "'\(name)' is no training of the app; known are pitchDiscrimination, pitchComparison and pitchMatching"
    case .unknownInterval(let name):
      "'\(name)' is no interval of the app; known are P1 m2 M2 m3 M3 P4 d5 P5 m6 M6 m7 M7 P8"
    case .unknownTuning(let name):
      "'\(name)' is no tuning of the app; known are equalTemperament and justIntonation"
    case .notesDisagree(let interval, let reference, let target):
      "the notes \(reference) and \(target) are no \(interval)"
    case .notText: "it is not UTF-8 text"
    case .zeroByte: "it holds a zero byte, which no text does"
    case .tooLong(let limit): "it is longer than \(limit) bytes"
    case .unclosedQuote: "a quote is opened and not closed"
    case .misplacedQuote: "a quote stands within a field; write it twice, and the field in quotes"
    }
  }
}

extension RecordLineError {
  fileprivate var words: String {
    switch self {
    case .notAnObject: "it is no JSON object"
    case .missing(let member): "\(member.rawValue) is missing"
    case .notAllowed(let member, let value):
      "\(member.rawValue) '\(value)' is not allowed; allowed: \(member.allowed)"
    case .targetDisagrees(let interval, let expected, let found):
      expected.map { "targetNote \(found) is not allowed: \(interval) leads to \($0)" }
        ?? "targetNote \(found) is not allowed: \(interval) leads beyond 0...127"
    }
  }
}

extension RecordMember {
  fileprivate var allowed: String {
    switch self {
    case .training: "comparison or matching"
    case .id: "a UUID"
    case .timestamp: "a time in UTC from 1970 to 9999, such as 2026-11-21T10:00:00.123Z"
    case .referenceNote, .targetNote: "0...127"
    case .interval: DirectedInterval.all.map(\.description).joined(separator: " ")
    case .tuningSystem: "equal, just, pythagorean, meantone or scala:NAME"
    case .centOffset, .initialCentOffset, .userCentError: "a number within -1200...1200"
    case .isCorrect: "true or false"
    }
  }
}
