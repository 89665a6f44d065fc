import Foundation
import Music
import Testing

@testable import SoundFonts

@Suite("SoundFontLibrary")
struct SoundFontLibraryTests {
  private let folder: FontFolder

  init() throws { folder = try FontFolder() }

  private func library(_ places: String...) throws -> SoundFontLibrary {
    try SoundFontLibrary(SoundFontSearch(places: places.map { SoundFontLocation(.option, $0) }))
  }

  private func outcomes(_ library: SoundFontLibrary) -> [String: SoundFontTrial.Outcome] {
    Dictionary(library.found.trials.map { ($0.path, $0.outcome) }) { $1 }
  }

  @Test("the built-in font is always there, is first, and is what sf2 means")
  func builtIn() throws {
    let library = try SoundFontLibrary()
    #expect(library.found.fonts.map(\.tag) == ["Peach"])
    #expect(library.location(of: .default)?.path == library.builtInFont)
    #expect(
      library.location(of: SoundSourceID(font: "Peach", bank: 8, program: 80))?.path
        == library.builtInFont)
    #expect(library.sound(of: .default)?.source == .default)
    #expect(library.location(of: SoundSourceID(font: "Other", bank: 0, program: 0)) == nil)
  }

  @Test("the content decides, whatever the file is called")
  func content() throws {
    for name in ["a.sf2", "b.SF3", "c.bin", "d"] { try folder.font(name) }
    try folder.write(Array("text".utf8), to: "notes.txt")
    try folder.write(Array("text".utf8), to: "fake.sf2")
    try folder.write([], to: "empty.sf3")
    let library = try library(folder.path)
    #expect(library.found.fonts.map(\.tag) == ["Peach", "a", "b", "c.bin", "d"])
    let outcomes = outcomes(library)
    #expect(outcomes[folder.place("fake.sf2")] == .refused(.notASoundFont))
    #expect(outcomes[folder.place("empty.sf3")] == .refused(.notASoundFont))
    #expect(outcomes[folder.place("notes.txt")] == nil)
    #expect(library.found.refused.count == 2)
  }

  @Test("a file that the user names and that is none is told, whatever it is called")
  func namedFile() throws {
    let path = try folder.write(Array("text".utf8), to: "notes.txt")
    #expect(outcomes(try library(path))[path] == .refused(.notASoundFont))
    let nowhere = folder.place("nowhere.sf2")
    #expect(outcomes(try library(nowhere))[nowhere] == .absent)
  }

  @Test("links and copies are one font, which the links' names lead to as well")
  func links() throws {
    let grand = try folder.font("a/Grand.sf2")
    try folder.folder("b")
    try folder.link("b/default.sf2", to: grand)
    try folder.link("b/dangling.sf2", to: "/nowhere")
    try FileManager.default.copyItem(atPath: grand, toPath: folder.place("c.sf2"))
    let library = try library(folder.place("a"), folder.path)
    #expect(library.found.fonts.map(\.tag) == ["Peach", "Grand"])
    let outcomes = outcomes(library)
    #expect(outcomes[folder.place("b/default.sf2")] == .sameFile(as: grand))
    #expect(outcomes[folder.place("c.sf2")] == .sameContent(as: grand))
    #expect(outcomes[folder.place("b/dangling.sf2")] == nil)
    #expect(library.found.font(named: "default")?.path == grand)
    #expect(library.found.font(named: grand)?.tag == "Grand")
    #expect(library.found.font(named: "gRAND")?.tag == "Grand")
  }

  @Test("a font that is found by a link first has the name of the file")
  func linkFirst() throws {
    let grand = try folder.font("x/Grand.sf2")
    try folder.link("default.sf2", to: "x/Grand.sf2")
    let library = try library(folder.place("default.sf2"), folder.place("x"))
    #expect(library.found.fonts.map(\.tag) == ["Peach", "Grand"])
    #expect(library.found.fonts[1].path == grand)
    #expect(library.found.font(named: "default")?.tag == "Grand")
  }

  @Test("different fonts of one name are told apart by their folders, the first keeps the name")
  func sameNames() throws {
    try folder.font("one/Piano.sf2")
    try folder.font("two/Piano.sf2")
    try folder.font("x/two/Piano.SF3")
    try folder.font("y/Peach.sf2")
    try folder.font("z/sf2.sf2")
    try folder.font("z/Piano")
    try folder.font("z/z/Piano.sf2")
    let tags = try library(folder.path).found.fonts.map(\.tag)
    #expect(
      tags == [
        "Peach", "Piano", "two/Piano", "x/two/Piano", "y/Peach", "z/Piano", "z/sf2", "z/z/Piano",
      ])
    for tag in tags {
      let id = SoundSourceID(font: tag, bank: 1, program: 2)
      #expect(SoundSourceID(id.description) == id)
    }
  }

  @Test("pipes, sockets and devices are never opened")
  func specialFiles() throws {
    let pipe = folder.place("pipe.sf2")
    #expect(mkfifo(pipe, 0o600) == 0)
    try folder.link("null.sf2", to: "/dev/zero")
    let library = try library(folder.path, pipe)
    #expect(library.found.fonts.count == 1)
    #expect(outcomes(library)[pipe] == .refused(.notAFile))
    #expect(outcomes(library)[folder.place("null.sf2")] == .refused(.notAFile))
    #expect(throws: SoundFontError.notAFile) {
      try SF2PresetParser(FileBytes(path: pipe)).contents()
    }
  }

  @Test("what may not be read is told with the system's reason")
  func unreadable() throws {
    let font = try folder.font("locked.sf2")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: font)
    // A user who may read everything can read this, too.
    let isRefused = access(font, R_OK) != 0
    let outcome = outcomes(try library(folder.path))[font]
    #expect(
      outcome == (isRefused ? .refused(.unreadable(errno: EACCES)) : .font(tag: "locked")))
    let loop = folder.place("loop")
    try folder.link("loop", to: "loop")
    #expect(outcomes(try library(loop))[loop] == .refused(.unreadable(errno: ELOOP)))
  }

  @Test("folders are looked into a few deep, once each, hidden ones never")
  func folders() throws {
    try folder.font("1/2/3/4/in.sf2")
    try folder.font("1/2/3/4/5/out.sf2")
    try folder.font(".hidden/no.sf2")
    try folder.link("1/round", to: folder.path)
    let library = try library(folder.path)
    #expect(library.found.fonts.map(\.tag) == ["Peach", "in"])
    #expect(outcomes(library)[folder.place("1/2/3/4/5")] == .notLookedInto)
  }

  @Test("a font whose name is no UTF-8 is told, and no other is missed for it")
  func unspeakableName() throws {
    try folder.font("good.sf2")
    let name = Array("\(folder.path)/b".utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 0]
    let descriptor = open(name, O_CREAT | O_WRONLY, 0o600)
    try #require(descriptor >= 0)
    close(descriptor)
    let library = try library(folder.path)
    #expect(library.found.fonts.map(\.tag) == ["Peach", "good"])
    #expect(library.found.refused.map(\.refusal) == [.unspeakablePath])
    unlink(name)
  }

  @Test("a font that comes later is found when it is asked for")
  func laterFont() throws {
    let library = try library(folder.path)
    let source = SoundSourceID(font: "late", bank: 0, program: 0)
    #expect(library.location(of: source) == nil)
    let path = try folder.font("late.sf2")
    #expect(library.location(of: source)?.path == path)
    library.search = .builtInOnly
    #expect(library.location(of: source) == nil)
  }

  @Test("a damaged font is told and takes nobody's name")
  func damaged() throws {
    try folder.write(Array(SmallFont().bytes.dropLast(20)), to: "a/Piano.sf2")
    try folder.font("b/Piano.sf2")
    let library = try library(folder.path)
    #expect(library.found.fonts.map(\.tag) == ["Peach", "Piano"])
    guard case .wrongLength = library.found.refused.first?.refusal else {
      Issue.record("\(library.found.refused)")
      return
    }
  }
}
