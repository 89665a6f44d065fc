import Foundation
import Testing

@testable import Intonation

@Suite("Tables that were measured are kept")
final class IntonationCacheTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "intonation-\(UUID().uuidString)")
  private let cache: IntonationCache
  private let font: String
  private let table: IntonationTable

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    cache = IntonationCache(folder: folder.appending(path: "cache/intonation").path)
    font = folder.appending(path: "a font.sf2").path
    try Data("samples".utf8).write(to: URL(fileURLWithPath: font))
    var tone = ToneMeasurement(.steady)
    tone.deviation = -4.5
    tone.uncertainty = 0.1
    tone.level = -30
    table = IntonationTable([KeyIntonation(key: 60, tone: tone)])
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Everything that the cache has written.
  private var files: [URL] {
    let all = FileManager.default.enumerator(
      at: folder.appending(path: "cache"), includingPropertiesForKeys: [.isRegularFileKey])
    return (all?.compactMap { $0 as? URL } ?? []).filter { !$0.hasDirectoryPath }
  }

  @Test("a table is found again, of its preset alone")
  func keeping() throws {
    #expect(cache.table(font: font, bank: 0, program: 40) == nil)
    try cache.keep(table, font: font, bank: 0, program: 40)
    #expect(cache.table(font: font, bank: 0, program: 40) == table)
    #expect(cache.table(font: font, bank: 0, program: 41) == nil)
    #expect(cache.table(font: font, bank: 1, program: 40) == nil)
  }

  @Test("a copy of the font under another name has the same table, once it was looked at")
  func copies() throws {
    try cache.keep(table, font: font, bank: 0, program: 40)
    let copy = folder.appending(path: "copy.sf2").path
    try FileManager.default.copyItem(atPath: font, toPath: copy)
    #expect(cache.table(font: copy, bank: 0, program: 40) == nil)
    #expect(cache.tableAfterReading(font: copy, bank: 0, program: 40) == table)
    #expect(cache.table(font: copy, bank: 0, program: 40) == table)
  }

  @Test("another font in its place has no table")
  func replaced() throws {
    try cache.keep(table, font: font, bank: 0, program: 40)
    // The same length as the first one.
    try Data("SAMPLES".utf8).write(to: URL(fileURLWithPath: font))
    #expect(cache.table(font: font, bank: 0, program: 40) == nil)
    #expect(cache.tableAfterReading(font: font, bank: 0, program: 40) == nil)
  }

  @Test("a file that is broken is thrown away, and the next one takes its place")
  func broken() throws {
    try cache.keep(table, font: font, bank: 0, program: 40)
    for url in files { try Data("{\"keys\": [{".utf8).write(to: url) }
    #expect(cache.table(font: font, bank: 0, program: 40) == nil)
    #expect(cache.tableAfterReading(font: font, bank: 0, program: 40) == nil)
    try cache.keep(table, font: font, bank: 0, program: 40)
    #expect(cache.table(font: font, bank: 0, program: 40) == table)
    #expect(files.count == 2)
  }

  @Test("what is no file of the cache's in its place is neither waited for nor read in full")
  func misplaced() throws {
    try cache.keep(table, font: font, bank: 0, program: 40)
    for url in files { truncate(url.path, 9 << 30) }
    #expect(cache.table(font: font, bank: 0, program: 40) == nil)
    try cache.keep(table, font: font, bank: 0, program: 40)
    #expect(cache.table(font: font, bank: 0, program: 40) == table)
    for url in files {
      unlink(url.path)
      mkfifo(url.path, 0o600)
    }
    #expect(cache.table(font: font, bank: 0, program: 40) == nil)
  }

  @Test("a font that is not there, and a folder that is none, are told")
  func impossible() throws {
    #expect(cache.tableAfterReading(font: font + "x", bank: 0, program: 0) == nil)
    #expect(throws: (any Error).self) {
      try cache.keep(table, font: font + "x", bank: 0, program: 0)
    }
    let blocked = IntonationCache(folder: font + "/intonation")
    #expect(throws: (any Error).self) {
      try blocked.keep(table, font: font, bank: 0, program: 0)
    }
    #expect(blocked.table(font: font, bank: 0, program: 0) == nil)
  }

  @Test("it lies where the user's caches are; a relative path is none")
  func places() {
    #expect(
      IntonationCache(environment: ["XDG_CACHE_HOME": "/c", "HOME": "/h"]).folder
        == "/c/peach/intonation")
    #expect(
      IntonationCache(environment: ["XDG_CACHE_HOME": "c", "HOME": "/h"]).folder
        == "/h/.cache/peach/intonation")
  }
}
