import Foundation
import GRDB
import Music
import Testing
import Training

@testable import History

@Suite("The fields of records")
struct RecordFieldTests {
  private struct Note {
    var pitch: MIDINote
    var offset: Cents?
  }

  private let pitch = RecordField<Note>("pitch", .note, { $0.pitch }, { $0.pitch = $1 })
  private let offset = RecordField<Note>(
    optional: "offset", .cents, { $0.offset }, { $0.offset = $1 })

  @Test("a field that a record may lack is empty in files and null in the database")
  func optional() {
    var note = Note(pitch: MIDINote(60), offset: nil)
    #expect(pitch.isRequired && !offset.isRequired)
    #expect(offset.value(note) == nil && offset.stored(note) == .null)
    #expect(offset.set(&note, .number(-3)))
    #expect(note.offset == -3)
    #expect(offset.value(note) == .number(-3) && offset.stored(note) == (-3.0).databaseValue)
  }

  @Test("a value that no record may hold is not set")
  func limits() {
    var note = Note(pitch: MIDINote(60), offset: nil)
    #expect(!pitch.set(&note, .integer(128)) && !pitch.set(&note, .text("60")))
    #expect(!offset.set(&note, .number(1201)))
    #expect(note.pitch == MIDINote(60) && note.offset == nil)
  }

  @Test("an id of the database is loaded, and nothing that only looks like one")
  func ids() {
    struct Named { var id: UUID? }
    let field = RecordField<Named>(optional: "run", .id, { $0.id }, { $0.id = $1 })
    let id = UUID()
    var named = Named()
    #expect(field.load(&named, id.columnValue))
    #expect(named.id == id)
    #expect(!field.load(&named, id.uuidString.databaseValue))
    #expect(!field.load(&named, "".databaseValue))
    #expect(named.id == id)
  }

  @Test("the lists of fields are made once, not for each record")
  func madeOnce() {
    func areMadeOnce<Record: TrainingRecord>(_ type: Record.Type) -> Bool {
      isOneBuffer(type.contextFields, type.contextFields)
        && isOneBuffer(type.ownFields, type.ownFields) && isOneBuffer(type.fields, type.fields)
        && isOneBuffer(type.tableFields, type.tableFields)
    }
    for type in RecordedResult.types {
      let isMadeOnce = areMadeOnce(type)
      #expect(isMadeOnce, "\(type)")
    }
  }

  /// Both are alive at the same time, so two lists are never at one address.
  private func isOneBuffer<Element>(_ one: [Element], _ other: [Element]) -> Bool {
    one.withUnsafeBufferPointer { one in
      other.withUnsafeBufferPointer { one.baseAddress == $0.baseAddress }
    }
  }

  @Test(
    "every column of the database but the sequence is a field",
    arguments: RecordedResult.trainings)
  @MainActor func columns(training: TrainingName) throws {
    let store = try TrainingDataStore.inMemory()
    let record = try #require(RecordedResult.recordType(of: training))
    let table = record.databaseTableName
    let columns = try store.read { try $0.columns(in: table).map(\.name) }
    #expect(Set(columns) == Set(record.columns + ["sequence"]))
    let types = try store.read { try $0.columns(in: table).map(\.type) }
    let fields = Dictionary(uniqueKeysWithValues: zip(columns, types))
    for column in SharedColumn.all {
      #expect([nil, column.domain.columnType].contains(fields[column.name]))
    }
  }
}
