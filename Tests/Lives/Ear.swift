import Foundation
import Synchronization

/// What is heard of a sound: how loud it is, how it begins and ends, and its pitch. The process thread adds samples;
/// between periods others look.
final class Ear: @unchecked Sendable {
  // Only the process thread, or whoever runs between periods, uses what is not atomic.
  private(set) var hash = Hash()
  private let loudest = Atomic<UInt32>(0)
  private let abrupt = Atomic<Int>(0)
  private var blockPeak: UInt32 = 0, formerPeak: UInt32 = 0
  private var countInBlock = 0
  private var captured: [Float] = []
  private var skipped = 0, wanted = 0

  init() { captured.reserveCapacity(32_768) }

  /// A thousandth of a second at most; so fast nothing fades.
  private static let block = 40

  /// The bits of a sample without its sign. They are in the order of the sizes, and compared faster.
  private static let sizeBits = UInt32.max >> 1

  /// −34 dB and −80 dB.
  private static let loud = Float(0.02).bitPattern, silent = Float(1e-4).bitPattern

  func add(_ samples: UnsafeBufferPointer<Float>) {
    defer { capture(samples) }
    // Most of a year is silence.
    guard !Self.isSilent(samples) || blockPeak > 0 || formerPeak > 0 else {
      return hash.add(UInt32(samples.count))
    }
    hash.addBlock(UnsafeRawBufferPointer(samples))
    // Copies, to which access costs nothing.
    var (count, block, former) = (countInBlock, blockPeak, formerPeak)
    var peak: UInt32 = 0
    for sample in samples {
      let size = sample.bitPattern & Self.sizeBits
      // From silence to sound within a sample.
      if size > Self.loud, block < Self.silent, former < Self.silent {
        abrupt.add(1, ordering: .relaxed)
      }
      (block, peak) = (max(block, size), max(peak, size))
      count += 1
      if count == Self.block {
        if former > Self.loud, block < Self.silent { abrupt.add(1, ordering: .relaxed) }
        (former, block, count) = (block, 0, 0)
      }
    }
    (countInBlock, blockPeak, formerPeak) = (count, block, former)
    loudest.max(peak, ordering: .relaxed)
  }

  private static func isSilent(_ samples: UnsafeBufferPointer<Float>) -> Bool {
    guard let first = samples.baseAddress, !samples.isEmpty else { return true }
    // Each sample is compared with the next one.
    return first.pointee.bitPattern == 0
      && memcmp(first, first + 1, (samples.count - 1) * MemoryLayout<Float>.size) == 0
  }

  private func capture(_ samples: UnsafeBufferPointer<Float>) {
    guard captured.count < wanted else { return }
    let first = min(skipped, samples.count)
    skipped -= first
    captured += samples.dropFirst(first).prefix(wanted - captured.count)
  }

  /// The loudest sample since the last call.
  func takeLoudest() -> Float {
    Float(bitPattern: loudest.exchange(0, ordering: .relaxed))
  }

  /// How often sound began or ended without a fade since the last call.
  func takeAbrupt() -> Int { abrupt.exchange(0, ordering: .relaxed) }

  /// Keeps so many samples after so many that are left out.
  func beginCapture(_ count: Int, after skipped: Int) {
    captured.removeAll(keepingCapacity: true)
    (self.skipped, wanted) = (skipped, min(count, 32_768))
  }

  /// How far the captured sound is from a frequency close to it, in cents; `nil` if there is not enough of it.
  ///
  /// By the phases of two windows (Hann), which lie a third of the time apart.
  func centsFrom(_ frequency: Double, rate: Double) -> Double? {
    guard wanted > 0, captured.count == wanted else { return nil }
    let hop = wanted / 3, length = wanted - hop
    func spectrum(from start: Int) -> (real: Double, imaginary: Double) {
      var real = 0.0, imaginary = 0.0
      for index in 0..<length {
        let window = 0.5 - 0.5 * cos(2 * .pi * (Double(index) + 0.5) / Double(length))
        let phase = 2 * .pi * frequency / rate * Double(start + index)
        real += window * Double(captured[start + index]) * cos(phase)
        imaginary -= window * Double(captured[start + index]) * sin(phase)
      }
      return (real, imaginary)
    }
    let first = spectrum(from: 0), second = spectrum(from: hop)
    let size = (first.real * first.real + first.imaginary * first.imaginary).squareRoot()
    guard size / Double(length) > 1e-3 else { return nil }
    let turn =
      atan2(second.imaginary, second.real) - atan2(first.imaginary, first.real)
    let difference = turn.remainder(dividingBy: 2 * .pi) / (2 * .pi * Double(hop) / rate)
    return 1200 * log2((frequency + difference) / frequency)
  }
}
