import CResampler
import Foundation
import Realtime

/// The pages of the program's file and of Swift's libraries that the start has mapped and that nothing needs
/// afterwards: tables of the loader, what reads the command line and writes its help, and their neighbours,
/// because the kernel maps sixteen pages around each one that is missing. These are over ten megabytes, and as
/// much again if Swift's libraries are inside the program.
enum ProgramPages {
  /// How far before and behind a function of the process callback the code is kept, in bytes. The linker puts
  /// the functions of a room beside each other: 0.6 MB of Sound, and 0.1 MB of Realtime at a distance that
  /// differs from build to build. The resampler's code is some kilobytes.
  private static let reachOfSound: UInt = 1 << 20
  private static let reachOfRealtime: UInt = 1 << 18
  private static let reachOfResampler: UInt = 1 << 16

  /// Unmaps all pages of these files that cannot be written, but for those near the process callback, which
  /// are all mapped. Pages that are used again come back from the page cache. Any thread; before memory is
  /// locked, and before the process callback runs.
  ///
  /// - Returns: how many bytes were unmapped.
  @discardableResult
  static func release() -> Int {
    let size = UInt(getpagesize())
    let kept = callbackCode.map { $0.lowerBound / size...$0.upperBound / size }
    var released = 0
    for part in MappedFilePart.all where !part.isWritable && (part.isOfProgram || part.isOfSwift) {
      let pages = part.addresses.lowerBound / size..<part.addresses.upperBound / size
      for run in runsFromFile(in: pages, without: kept) {
        let length = Int(run.count) * Int(size)
        let start = UnsafeMutableRawPointer(bitPattern: run.lowerBound * size)
        if madvise(start, length, MADV_DONTNEED) == 0 { released += length }
      }
      for range in kept.map({ ($0.lowerBound..<$0.upperBound + 1).clamped(to: pages) }) {
        let start = UnsafeMutableRawPointer(bitPattern: range.lowerBound * size)
        madvise(start, range.count * Int(size), Self.populate)
      }
    }
    return released
  }

  /// `MADV_POPULATE_READ` of Linux 5.14, madvise(2), which older headers lack. Older kernels refuse it.
  private static let populate: Int32 = 22

  /// The addresses around functions of the process callback, and those of the jumps by which it calls libraries.
  static var callbackCode: [ClosedRange<UInt>] {
    let callback: @convention(c) (UInt32, UnsafeMutableRawPointer?) -> Int32 = { process($0, $1) }
    let resampler: @convention(c) (OpaquePointer?) -> Void = resampler_destroy
    return [
      (unsafeBitCast(callback, to: UInt.self), reachOfSound),
      (realtimeCodePlace(), reachOfRealtime),
      (unsafeBitCast(resampler, to: UInt.self), reachOfResampler),
    ].map { $0 - min($0, $1)...$0 + $1 } + [Program()?.jumps].compactMap { $0 }
  }

  /// The runs of those of the pages that are as in the file, by /proc/self/pagemap (proc(5)): bit 61 is set for
  /// them. A page that the loader has relocated, or that a debugger has put a breakpoint into, is the
  /// process's own.
  private static func runsFromFile(
    in pages: Range<UInt>, without kept: [ClosedRange<UInt>]
  ) -> [Range<UInt>] {
    let file = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var entries = [UInt64](repeating: 0, count: pages.count)
    let entrySize = MemoryLayout<UInt64>.size
    let read = pread(file, &entries, entries.count * entrySize, Int(pages.lowerBound) * entrySize)
    var runs: [Range<UInt>] = []
    for (page, entry) in zip(pages, entries.prefix(max(read, 0) / entrySize)) {
      guard entry & 1 << 61 != 0, !kept.contains(where: { $0.contains(page) }) else { continue }
      if let last = runs.last, last.upperBound == page {
        runs[runs.count - 1] = last.lowerBound..<page + 1
      } else {
        runs.append(page..<page + 1)
      }
    }
    return runs
  }
}

/// The program in memory, by its headers (elf(5)).
private struct Program {
  private let headers: UnsafeBufferPointer<Elf64_Phdr>

  /// What is added to the addresses in the file, as the kernel puts the program where it likes.
  private let offset: UInt

  /// `nil` if the kernel does not tell where the headers are (getauxval(3)).
  init?() {
    guard let vector = FileManager.default.contents(atPath: "/proc/self/auxv") else { return nil }
    let words = vector.withUnsafeBytes { Array($0.bindMemory(to: UInt.self)) }
    let pairs = stride(from: 0, to: words.count - 1, by: 2).map { (words[$0], words[$0 + 1]) }
    func value(_ key: Int32) -> UInt? { pairs.first { $0.0 == UInt(key) }?.1 }
    guard let place = value(AT_PHDR), let count = value(AT_PHNUM),
      let table = UnsafePointer<Elf64_Phdr>(bitPattern: place),
      value(AT_PHENT) == UInt(MemoryLayout<Elf64_Phdr>.stride)
    else { return nil }
    headers = UnsafeBufferPointer(start: table, count: Int(count))
    // The headers name themselves.
    guard let own = headers.first(where: { $0.p_type == PT_PHDR }) else { return nil }
    offset = place &- UInt(own.p_vaddr)
  }

  /// The addresses of the jumps to functions of libraries (`.plt`). No header names them; each linker puts them
  /// behind the function of DT_INIT, which has a few bytes, at most with that of DT_FINI in between.
  var jumps: ClosedRange<UInt>? {
    guard let start = dynamic(DT_INIT), let size = dynamic(DT_PLTRELSZ) else { return nil }
    let count = size / UInt(MemoryLayout<Elf64_Rela>.stride)
    // Up to 32 bytes each, and as much to begin with.
    let begin = offset &+ start
    return begin...begin + 128 + 32 * (count + 1)
  }

  /// A value of the dynamic section, as it is in the file.
  private func dynamic(_ tag: Int32) -> UInt? {
    guard let header = headers.first(where: { $0.p_type == PT_DYNAMIC }),
      let table = UnsafePointer<Elf64_Dyn>(bitPattern: offset &+ UInt(header.p_vaddr))
    else { return nil }
    return UnsafeBufferPointer(
      start: table, count: Int(header.p_memsz) / MemoryLayout<Elf64_Dyn>.stride
    ).first { $0.d_tag == Int64(tag) }.map { UInt($0.d_un.d_val) }
  }
}

/// A part of a file that is mapped into the memory of this process.
struct MappedFilePart {
  let addresses: Range<UInt>
  let isWritable: Bool
  private let path: Substring

  /// The path of the program, as the kernel names it where it is mapped.
  private static let program = try? FileManager.default.destinationOfSymbolicLink(
    atPath: "/proc/self/exe")

  /// All parts that are mapped now, from /proc/self/maps (proc(5)).
  static var all: [MappedFilePart] {
    // The kernel gives a page of the text at a time, which Foundation's other functions take for all of it.
    let file = FileHandle(forReadingAtPath: "/proc/self/maps")
    let text = (try? file?.readToEnd()) ?? Data()
    return String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { Self($0) }
  }

  /// - Parameter line: the addresses, the permissions, three further fields, and the path; `nil` without a path.
  private init?(_ line: Substring) {
    let fields = line.split(separator: " ", maxSplits: 5)
    guard fields.count == 6 else { return nil }
    let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
    guard ends.count == 2, ends[0] <= ends[1] else { return nil }
    addresses = ends[0]..<ends[1]
    isWritable = fields[1].contains("w")
    path = fields[5].drop { $0 == " " }
  }

  var isOfProgram: Bool { path == Self.program ?? "" }

  /// Whether the file is one of Swift's libraries, none of which the process callback calls.
  var isOfSwift: Bool {
    let name = path.split(separator: "/").last ?? ""
    return ["libswift", "libFoundation", "lib_Foundation"].contains { name.hasPrefix($0) }
  }
}
