import CFluidSynth
import Foundation
import Synchronization

/// How much of a sound has been read from its font. The thread that loads the sound writes it; any
/// thread may read it.
public final class LoadingProgress: Sendable {
  /// What the present thread loads for: FluidSynth opens a font by its name alone.
  @TaskLocal static var current: LoadingProgress?

  /// How often a loading that takes long is worth a report.
  public static let interval = Duration.milliseconds(500)

  private let expected = Atomic<Int>(0)
  private let read = Atomic<Int>(0)

  public init() {}

  /// 0…1; `nil` if it is not known how much there is to read.
  public var share: Double? {
    let expected = expected.load(ordering: .relaxed)
    guard expected > 0 else { return nil }
    return min(Double(read.load(ordering: .relaxed)) / Double(expected), 1)
  }

  /// - Parameter bytes: how many the samples of the sound have in the file.
  func expect(_ bytes: Int) { expected.store(bytes, ordering: .relaxed) }

  fileprivate func add(_ bytes: Int) { read.wrappingAdd(bytes, ordering: .relaxed) }
}

/// A font that FluidSynth reads, and that counts what is read of its samples. Used by one thread.
final class CountedFontFile {
  /// A sample has more bytes, everything else in a font that is read at once has fewer.
  private static let fewestOfSample = 1024

  /// A sample is read in parts, so that a long one on a slow disk moves the progress, too.
  private static let part = 1 << 18

  // What FluidSynth's functions return.
  private static let succeeded: Int32 = 0
  private static let failed: Int32 = -1

  private let file: UnsafeMutablePointer<FILE>
  private let progress: LoadingProgress?

  private init(_ file: UnsafeMutablePointer<FILE>, _ progress: LoadingProgress?) {
    (self.file, self.progress) = (file, progress)
  }

  deinit { fclose(file) }

  /// Makes a synthesizer that has no font yet read its fonts like this, for ``LoadingProgress/current``.
  ///
  /// The synthesizer frees what is made here.
  static func read(for synth: OpaquePointer, _ settings: OpaquePointer) {
    guard let loader = new_fluid_defsfloader(settings) else { return }
    fluid_sfloader_set_callbacks(
      loader, { CountedFontFile.open($0) },
      { CountedFontFile.read($0, count: Int($1), $2) },
      { CountedFontFile.seek($0, to: Int($1), from: $2) },
      { CountedFontFile.tell($0) }, { CountedFontFile.close($0) })
    fluid_synth_add_sfloader(synth, loader)
  }

  private static func open(_ path: UnsafePointer<CChar>?) -> UnsafeMutableRawPointer? {
    guard let path, let file = fopen(path, "rb") else { return nil }
    return Unmanaged.passRetained(CountedFontFile(file, LoadingProgress.current)).toOpaque()
  }

  private static func read(
    _ buffer: UnsafeMutableRawPointer?, count: Int, _ handle: UnsafeMutableRawPointer?
  ) -> Int32 {
    guard let buffer, let font = font(handle), count > 0 else { return failed }
    var done = 0
    while done < count {
      let length = min(count - done, part)
      guard fread(buffer + done, length, 1, font.file) == 1 else { return failed }
      done += length
      if count >= fewestOfSample { font.progress?.add(length) }
    }
    return succeeded
  }

  private static func seek(
    _ handle: UnsafeMutableRawPointer?, to offset: Int, from origin: Int32
  ) -> Int32 {
    guard let font = font(handle), fseek(font.file, offset, origin) == 0 else { return failed }
    return succeeded
  }

  private static func tell(_ handle: UnsafeMutableRawPointer?) -> fluid_long_long_t {
    fluid_long_long_t(font(handle).map { ftell($0.file) } ?? -1)
  }

  private static func close(_ handle: UnsafeMutableRawPointer?) -> Int32 {
    guard let handle else { return failed }
    Unmanaged<CountedFontFile>.fromOpaque(handle).release()
    return succeeded
  }

  private static func font(_ handle: UnsafeMutableRawPointer?) -> CountedFontFile? {
    handle.map { Unmanaged<CountedFontFile>.fromOpaque($0).takeUnretainedValue() }
  }
}
