import Foundation
import Testing

@testable import Realtime
@testable import Sound

@Suite("The pages that only the start needs", .serialized)
struct ProgramPagesTests {
  /// A function of this program.
  private struct Function {
    let name: String
    let place: UInt
  }

  /// Every global function of the program with its place in memory, by the table of its file (elf(5)).
  private func functions() throws -> [Function] {
    let file = try Data(contentsOf: URL(fileURLWithPath: "/proc/self/exe"), options: .alwaysMapped)
    let found = file.withUnsafeBytes { bytes -> [Function] in
      func values<Value: BitwiseCopyable>(_: Value.Type, at start: UInt64, bytes size: UInt64)
        -> [Value]
      {
        stride(from: Int(start), to: Int(start + size), by: MemoryLayout<Value>.stride).map {
          bytes.loadUnaligned(fromByteOffset: $0, as: Value.self)
        }
      }
      let header = bytes.loadUnaligned(as: Elf64_Ehdr.self)
      let sections = values(
        Elf64_Shdr.self, at: header.e_shoff,
        bytes: UInt64(header.e_shnum) * UInt64(header.e_shentsize))
      guard let table = sections.first(where: { $0.sh_type == UInt32(SHT_SYMTAB) }) else {
        return []
      }
      let names = Int(sections[Int(table.sh_link)].sh_offset)
      return values(Elf64_Sym.self, at: table.sh_offset, bytes: table.sh_size).compactMap {
        symbol in
        // Type and binding: elf(5).
        guard symbol.st_info == UInt8(STB_GLOBAL) << 4 | UInt8(STT_FUNC), symbol.st_shndx != 0,
          let start = bytes.baseAddress?.advanced(by: names + Int(symbol.st_name))
        else { return nil }
        return Function(
          name: String(cString: start.assumingMemoryBound(to: CChar.self)),
          place: UInt(symbol.st_value))
      }
    }
    let offset = try offset()
    return found.map { Function(name: $0.name, place: offset &+ $0.place) }
  }

  /// Where the kernel has put the program.
  private func offset() throws -> UInt {
    let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
    let first = try #require(maps.split(separator: "\n").first { $0.hasSuffix(path) })
    return try #require(first.split(separator: "-").first.flatMap { UInt($0, radix: 16) })
  }

  /// The addresses of a section of the program.
  private func section(_ name: String) throws -> ClosedRange<UInt> {
    let file = try Data(contentsOf: URL(fileURLWithPath: "/proc/self/exe"), options: .alwaysMapped)
    let found = file.withUnsafeBytes { bytes -> Elf64_Shdr? in
      let header = bytes.loadUnaligned(as: Elf64_Ehdr.self)
      let sections = (0..<Int(header.e_shnum)).map {
        bytes.loadUnaligned(
          fromByteOffset: Int(header.e_shoff) + $0 * Int(header.e_shentsize), as: Elf64_Shdr.self)
      }
      let names = Int(sections[Int(header.e_shstrndx)].sh_offset)
      return sections.first { section in
        bytes.baseAddress.map {
          String(
            cString: $0.advanced(by: names + Int(section.sh_name)).assumingMemoryBound(
              to: CChar.self)) == name
        } ?? false
      }
    }
    let section = try #require(found)
    let start = try offset() &+ UInt(section.sh_addr)
    return start...start + UInt(section.sh_size) - 1
  }

  /// Whether a function is in a room, and not in another room's extension of one of its types.
  private func isIn(_ room: String, _ name: String) -> Bool {
    name.hasPrefix("$s\(room.utf8.count)\(room)")
      && !["PeachApp", "TestSupport", "Tests"].contains { name.contains($0) }
  }

  @Test(
    "what the process callback runs lies within the addresses that are kept",
    arguments: ["Realtime", "Sound"])
  func reach(room: String) throws {
    let kept = ProgramPages.callbackCode
    let functions = try functions().filter { isIn(room, $0.name) }
    #expect(functions.count > 100)
    let lost = functions.filter { function in !kept.contains { $0.contains(function.place) } }
    #expect(lost.map(\.name) == [])
  }

  @Test("the jumps by which the callback calls libraries are kept")
  func jumps() throws {
    let jumps = try section(".plt")
    #expect(
      ProgramPages.callbackCode.contains {
        $0.contains(jumps.lowerBound) && $0.contains(jumps.upperBound)
      })
  }

  @Test("pages are given back, the callback's stay, and the program goes on")
  func release() throws {
    #expect(ProgramPages.release() > 0)
    let place = try #require(
      try functions().first { $0.name.hasPrefix("$s5Sound7processys5Int32V") }?.place)
    // Of the page that holds it and of its neighbours.
    let size = UInt(getpagesize())
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/self/pagemap"))
    for page in place / size - 16...place / size + 16 {
      try file.seek(toOffset: UInt64(page) * 8)
      let entry = try #require(try file.read(upToCount: 8))
      // Bit 63 of proc(5): the page is there.
      #expect((entry.last ?? 0) & 0x80 != 0)
    }
  }

  @Test("the pages of Swift's libraries are given back, but for what the loader has written")
  func libraries() throws {
    let parts = MappedFilePart.all.filter { $0.isOfSwift && !$0.isWritable }
    #expect(parts.count > 3)
    // All of them are there, whatever other tests have used or given back.
    // MADV_POPULATE_READ, madvise(2), leaves out what nobody may read.
    for part in parts {
      madvise(
        UnsafeMutableRawPointer(bitPattern: part.addresses.lowerBound), part.addresses.count, 22)
    }
    let before = try residentBytes(parts)
    ProgramPages.release()
    #expect(try residentBytes(parts) < before / 2)
    // The libraries still work.
    #expect(Locale(identifier: "de").localizedString(forLanguageCode: "de") == "Deutsch")
  }

  /// How much of these parts is in memory.
  private func residentBytes(_ parts: [MappedFilePart]) throws -> Int {
    let size = UInt(getpagesize())
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/self/pagemap"))
    return try parts.reduce(0) { sum, part in
      try file.seek(toOffset: UInt64(part.addresses.lowerBound / size) * 8)
      let entries = try file.read(upToCount: part.addresses.count / Int(size) * 8) ?? Data()
      let present = stride(from: 7, to: entries.count, by: 8).count { entries[$0] & 0x80 != 0 }
      return sum + present * Int(size)
    }
  }
}
