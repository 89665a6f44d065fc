import CFluidSynth
import Foundation
import SoundFonts
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

/// A font that FluidSynth is reading, and that counts what is read of its samples. Used by one thread.
final class FontReading {
  /// A sample has more bytes, everything else in a font that is read at once has fewer.
  private static let fewestOfSample = 1024

  /// A sample is read in parts, so that a long one on a slow disk moves the progress, too.
  private static let part = 1 << 18

  private let font: SynthesizerFont
  private let progress: LoadingProgress?
  private var offset = 0

  private init(_ font: SynthesizerFont, _ progress: LoadingProgress?) {
    (self.font, self.progress) = (font, progress)
  }

  /// Makes a synthesizer that has no font yet read its fonts as ``SynthesizerFont``, and for
  /// ``LoadingProgress/current``.
  ///
  /// The synthesizer frees what is made here.
  static func use(for synth: OpaquePointer, _ settings: OpaquePointer) {
    guard let loader = new_fluid_defsfloader(settings) else { return }
    fluid_sfloader_set_callbacks(
      loader, { FontReading.open($0) },
      { FontReading.of($2)?.read($0, count: Int($1)) == true ? FLUID_OK : FLUID_FAILED },
      { FontReading.of($0)?.seek(to: Int($1), from: $2) == true ? FLUID_OK : FLUID_FAILED },
      { fluid_long_long_t(FontReading.of($0)?.offset ?? -1) }, { FontReading.close($0) })
    fluid_synth_add_sfloader(synth, loader)
  }

  private static func open(_ path: UnsafePointer<CChar>?) -> UnsafeMutableRawPointer? {
    guard let path, let font = try? SynthesizerFont(path: String(cString: path)) else { return nil }
    return Unmanaged.passRetained(FontReading(font, LoadingProgress.current)).toOpaque()
  }

  private func read(_ buffer: UnsafeMutableRawPointer?, count: Int) -> Bool {
    guard let buffer, count > 0 else { return false }
    var done = 0
    while done < count {
      let length = min(count - done, Self.part)
      let part = UnsafeMutableRawBufferPointer(start: buffer + done, count: length)
      guard font.read(part, at: offset) else { return false }
      offset += length
      done += length
      if count >= Self.fewestOfSample { progress?.add(length) }
    }
    return true
  }

  private func seek(to distance: Int, from origin: Int32) -> Bool {
    let starts = [SEEK_SET: 0, SEEK_CUR: offset, SEEK_END: font.count]
    guard let start = starts[origin], start + distance >= 0 else { return false }
    offset = start + distance
    return true
  }

  private static func close(_ handle: UnsafeMutableRawPointer?) -> Int32 {
    guard let handle else { return FLUID_FAILED }
    Unmanaged<FontReading>.fromOpaque(handle).release()
    return FLUID_OK
  }

  private static func of(_ handle: UnsafeMutableRawPointer?) -> FontReading? {
    handle.map { Unmanaged<FontReading>.fromOpaque($0).takeUnretainedValue() }
  }
}
