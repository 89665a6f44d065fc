import SoundFonts

/// What libFuzzer calls with each of its inputs. Anything but a return is a find.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFont(_ data: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let bytes = MemoryBytes(Array(UnsafeBufferPointer(start: data, count: count)))
  guard let contents = try? SF2PresetParser.contents(of: bytes) else { return 0 }
  for preset in contents.presets.prefix(8) { _ = try? contents.keys(of: preset, in: bytes) }
  return 0
}
