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

  @Test("every column of the database but the sequence and the training is a field")
  @MainActor func columns() throws {
    let store = try TrainingDataStore.inMemory()
    let columns = try store.read { try $0.columns(in: "result") }
    let types = Dictionary(uniqueKeysWithValues: columns.map { ($0.name, $0.type) })
    #expect(
      Set(columns.map(\.name)) == Set(ResultFields.all.map(\.name) + ["sequence", "training"]))
    for field in ResultFields.all { #expect(types[field.name] == field.domain.columnType) }
  }
}
