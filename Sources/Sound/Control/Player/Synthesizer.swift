import CFluidSynth
import Foundation
import Music
import SoundFonts

/// A FluidSynth with one preset selected on its first channel: dry, unlocked, its samples loaded.
///
/// Several of them can share one font, which is then read once: each further one takes a
/// millisecond and half a megabyte instead of 40 ms and 10 MB for a font of 140 MB.
///
/// Made on any thread but the process thread. Once the callback has it, only the process thread may
/// use it, and the synthesizers that share its font, until the callback returns them.
final class Synthesizer {
  /// The highest rate that FluidSynth renders at, in frames per second.
  static let highestSampleRate = 96_000.0

  /// FluidSynth's channels, of which the first one plays.
  static let channelCount: Int32 = 16

  let handle: OpaquePointer
  private let settings: OpaquePointer

  /// The synthesizer whose font this one uses, if it has none of its own. It lives longer.
  private let owner: Synthesizer?

  /// The font, once there is one.
  private var font: OpaquePointer?

  /// - Parameters:
  ///   - sampleRate: frames per second, up to ``highestSampleRate``.
  ///   - owner: a synthesizer with the same preset, to use its font.
  /// - Throws: ``SoundError``
  init(preset: PresetLocation, sampleRate: Double, sharingFontOf owner: Synthesizer? = nil) throws {
    Self.silence
    // Fonts that FluidSynth refuses would reach its loader of other formats.
    do {
      _ = try SynthesizerFont(path: preset.path)
    } catch {
      throw SoundError.damagedFont(path: preset.path, error)
    }
    guard let settings = new_fluid_settings() else { throw SoundError.outOfMemory }
    self.settings = settings
    // No mutex in any call, no effects that blur the pitch, no thread of its own.
    fluid_settings_setint(settings, "synth.threadsafe-api", 0)
    fluid_settings_setint(settings, "synth.reverb.active", 0)
    fluid_settings_setint(settings, "synth.chorus.active", 0)
    fluid_settings_setint(settings, "synth.cpu-cores", 1)
    fluid_settings_setint(settings, "synth.polyphony", 16)
    fluid_settings_setint(settings, "synth.midi-channels", Self.channelCount)
    fluid_settings_setint(settings, "synth.min-note-length", 0)
    // Only the samples of the selected preset, which are read as it is selected below: a font of
    // 140 MB is ready as fast as a small one. Nothing selects a preset later, so nothing loads in
    // the callback.
    fluid_settings_setint(settings, "synth.dynamic-sample-loading", 1)
    fluid_settings_setint(settings, "synth.lock-memory", 0)
    guard fluid_settings_setnum(settings, "synth.sample-rate", sampleRate) == FLUID_OK else {
      delete_fluid_settings(settings)
      throw SoundError.sampleRate(hertz: sampleRate)
    }
    fluid_settings_setnum(settings, "synth.gain", 1)
    guard let synth = new_fluid_synth(settings) else {
      delete_fluid_settings(settings)
      throw SoundError.outOfMemory
    }
    handle = synth
    self.owner = owner
    FontReading.use(for: synth, settings)

    let number: Int32
    if let font = owner?.font {
      // With the font, FluidSynth would select a piano and drums on the other channels and read
      // their samples: 31 ms and 19 MB of FluidR3.
      for channel in 0..<Self.channelCount { fluid_synth_unset_program(synth, channel) }
      number = fluid_synth_add_sfont(synth, font)
    } else {
      number = fluid_synth_sfload(synth, preset.path, 0)
    }
    guard number >= 0 else { throw SoundError.unreadableFont(path: preset.path) }
    font = fluid_synth_get_sfont_by_id(synth, number)
    guard
      fluid_synth_program_select(synth, 0, number, Int32(preset.bank), Int32(preset.program)) == 0
    else {
      throw SoundError.noPreset(path: preset.path, bank: preset.bank, program: preset.program)
    }
    // Not the 7th order: the weights of FluidSynth's table for it do not add up to 1 at every
    // phase, which leaves images at -70 dB; the 4th order's do, and the sine is clean to -118 dB.
    fluid_synth_set_interp_method(synth, -1, Int32(FLUID_INTERP_4THORDER.rawValue))
  }

  deinit {
    // FluidSynth deletes the fonts that a synthesizer has with it.
    if owner?.font != nil, let font { fluid_synth_remove_sfont(handle, font) }
    delete_fluid_synth(handle)
    delete_fluid_settings(settings)
  }

  /// Keeps FluidSynth, and GLib under it, from writing to standard error; errors reach the user as
  /// ``SoundError``.
  private static let silence: Void = {
    for level in [FLUID_PANIC, FLUID_ERR, FLUID_WARN, FLUID_INFO, FLUID_DBG] {
      fluid_set_log_function(Int32(level.rawValue), nil, nil)
    }
    peach_silence_glib()
  }()
}

/// The reason why a sound could not be loaded.
public enum SoundError: Error, Hashable, Sendable {
  /// There is no font of that name in the font folders.
  case unknownFont(name: String)

  /// The file of that font is damaged, or cannot be read.
  case damagedFont(path: String, SoundFontError)

  /// FluidSynth cannot read the file as a SoundFont.
  case unreadableFont(path: String)

  /// The font has no such preset.
  case noPreset(path: String, bank: Int, program: Int)

  /// FluidSynth does not render at this rate.
  case sampleRate(hertz: Double)

  /// There is not enough memory for the voices.
  case outOfMemory
}

extension SoundFontLibrary {
  /// The preset that a source names, if its font can be read.
  ///
  /// - Throws: ``SoundError/unknownFont(name:)``, ``SoundError/damagedFont(path:_:)``
  func preset(of source: SoundSourceID) throws(SoundError) -> PresetLocation {
    if let preset = location(of: source) { return preset }
    let name = source.font ?? builtInFont
    if let trial = refusal(ofFontNamed: name), let reason = trial.refusal {
      throw .damagedFont(path: trial.path, reason)
    }
    throw .unknownFont(name: name)
  }

  /// Loads a sound and frees it again.
  ///
  /// - Throws: ``SoundError`` if it cannot be loaded.
  public func tryOut(_ source: SoundSourceID) throws {
    _ = try Synthesizer(preset: preset(of: source), sampleRate: 48_000)
  }

  /// The font that FluidSynth plays by default; `nil` if it has none.
  public static let synthesizerDefault: String? = {
    guard let settings = new_fluid_settings() else { return nil }
    defer { delete_fluid_settings(settings) }
    var text: UnsafeMutablePointer<CChar>?
    guard fluid_settings_getstr_default(settings, "synth.default-soundfont", &text) == FLUID_OK,
      let text, text.pointee != 0
    else { return nil }
    return String(cString: text)
  }()
}

extension SoundFontNotePlayer {
  /// FluidSynth's version.
  public static var synthesizerVersion: String { String(cString: fluid_version_str()) }
}

/// A font that FluidSynth is reading, with a count of the bytes of its samples. One thread.
private final class FontReading {
  /// The fewest bytes of a sample; everything else in a font that is read at once has fewer.
  private static let fewestOfSample = 1024

  /// The bytes of the parts in which a sample is read, so that a long one on a slow disk moves the
  /// progress, too.
  private static let part = 1 << 18

  private let font: SynthesizerFont
  private let progress: LoadingProgress?
  private var offset = 0

  private init(_ font: SynthesizerFont, _ progress: LoadingProgress?) {
    (self.font, self.progress) = (font, progress)
  }

  /// Lets a synthesizer that has no font yet read its fonts as ``SynthesizerFont``, with
  /// ``LoadingProgress/current``. The synthesizer owns the loader.
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
