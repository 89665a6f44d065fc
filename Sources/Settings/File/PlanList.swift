import Files
import Foundation
import Language
import Music
import Training

/// The list of a block: a CSV file with a row for each trial.
struct PlanList {
  private(set) var rows: [Block.Trial] = []

  /// The line of each row.
  private(set) var lines: [Int] = []
  private(set) var problems: [SettingsError] = []
  let path: String

  /// The settings that may be others in each trial; those of a session are not among them.
  static let settings: [SettingKey] = [
    .soundSource, "noteDuration", "noteGap", "presentation", "accompanimentLevel", "referencePitch",
    "varyLoudness",
  ]

  private struct Column {
    let name: String
    let allowed: String

    /// The trainings in which it has a meaning.
    var trainings = TrainingName.allCases.filter { $0.answer != .none }

    /// - Returns: whether the text is allowed.
    let set: (String, inout Block.Trial) -> Bool
  }

  private static var columns: [Column] {
    func number(
      _ name: String, _ range: ClosedRange<Double>, of trainings: [TrainingName],
      _ set: @escaping (Double, inout Block.Trial) -> Void
    ) -> Column {
      Column(name: name, allowed: span(range), trainings: trainings) { text, trial in
        guard let number = NumberText.number(text), range.contains(number) else { return false }
        set(number, &trial)
        return true
      }
    }
    let choices = TrainingName.allCases.filter(\.answer.isRightOrWrong)
    return [
      Column(name: "referenceNote", allowed: SettingKey.noteRangeMin.row.domain.allowed) {
        $1.referenceNote = TypedMusic.note($0)
        return $1.referenceNote.map { NoteRange.limits.contains($0.rawValue) } ?? false
      },
      Column(name: "interval", allowed: SettingKey.intervals.row.domain.allowed) {
        $1.interval = TypedMusic.interval($0)
        return $1.interval != nil
      },
      Column(name: "accompaniment", allowed: SettingKey.accompaniment.row.domain.allowed) {
        guard let value = SettingValue(.accompaniment, text: $0) else { return false }
        $1.accompaniment = value[\.accompaniment]
        return true
      },
      number("centOffset", -100...100, of: choices) { $1.centOffset = Cents($0) },
      number("initialCentOffset", -100...100, of: [.matching]) { $1.initialCentOffset = Cents($0) },
      number("amplitudeDB", AmplitudeDB.range, of: choices + [.matching]) {
        $1.amplitude = AmplitudeDB($0)
      },
      Column(name: "condition", allowed: Self.labels) {
        $1.condition = $0
        return isLabel($0)
      },
    ]
      + settings.map { key in
        Column(name: key.name, allowed: key.row.domain.allowed) {
          guard let value = SettingValue(key, text: $0) else { return false }
          $1.settings[key.name] = value.text
          return true
        }
      }
  }

  /// Reads the file.
  ///
  /// - Parameters:
  ///   - name: a relative path starts at the folder of the plan.
  ///   - line: where the plan names it.
  ///   - training: of the block; `nil` if that is not known.
  init(_ name: String, beside plan: String, at line: Int, of training: TrainingName?) {
    path = Self.path(name, beside: plan)
    do throws(SettingsError) {
      guard let image = try FileImage(path: path) else {
        let allowed = localized("the name of a CSV file beside the plan")
        problems = [
          .plan(
            .file(path: plan, line: line), .value(key: "list", "\"\(name)\"", allowed: allowed))
        ]
        return
      }
      read(image.bytes, of: training)
    } catch {
      problems = [error]
    }
  }

  private mutating func read(_ bytes: [UInt8], of training: TrainingName?) {
    var splitter = RowSplitter(bytes)
    guard let header = try? splitter.nextHeader() else { return add(.noRows, 1) }
    let known = Self.columns
    let columns = header.names.map { name in known.first { $0.name == name } }
    for (name, column) in zip(header.names, columns) where !name.isEmpty {
      guard let column else {
        add(.unknownKey(name, known: known.map(\.name)), header.line)
        continue
      }
      guard let training, !column.trainings.contains(training) else { continue }
      let words = localized("a list of %@ has no such column", training.rawValue)
      add(.conflict(key: name, words), header.line)
    }
    while let row = try? splitter.next() {
      switch row.fields {
      case .failure(let fault): add(.row(fault), row.line)
      case .success(let fields) where fields.allSatisfy(\.isEmpty): break
      case .success(let fields):
        if fields.count > columns.count {
          add(.fieldCount(expected: columns.count, found: fields.count), row.line)
        }
        var trial = Block.Trial()
        for (field, column) in zip(fields, columns) {
          let text = field.trimmingCharacters(in: .whitespaces)
          guard let column, !text.isEmpty, !column.set(text, &trial) else { continue }
          add(.value(key: column.name, "\"\(text)\"", allowed: column.allowed), row.line)
        }
        rows.append(trial)
        lines.append(row.line)
      }
    }
    if rows.isEmpty, problems.isEmpty { add(.noRows, header.line) }
  }

  /// A path that starts at the folder of a plan.
  static func path(_ name: String, beside plan: String) -> String {
    name.hasPrefix("/") ? name : "\(SettingOrigin.file(path: plan, line: 1).folder ?? ".")/\(name)"
  }

  /// What is wrong if each row has to give the difference.
  var rowsWithoutOffset: [SettingsError] {
    zip(rows, lines).filter { $0.0.centOffset == nil }.map { _, line in
      .plan(
        .file(path: path, line: line), .value(key: "centOffset", nil, allowed: span(-100...100)))
    }
  }

  /// The texts that may name a condition.
  static func isLabel(_ text: String) -> Bool {
    (1...40).contains(text.count)
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  static var labels: String {
    localized("a text of up to 40 characters, without control characters")
  }

  private mutating func add(_ problem: PlanProblem, _ line: Int) {
    problems.append(.plan(.file(path: path, line: line), problem))
  }
}
