import CResampler

/// Decides when a held note is to be struck again: by the level of its sound, block by block.
///
/// A note is due as soon as its level has fallen by 20 dB from its highest since the last stroke,
/// or after 4 s if it is half as loud by then, which is 10 dB. So what is bowed, blown or looped
/// goes on by itself:
///
/// - After 4 s, the loudest moment of a whole second counts. The loops of strings, choirs and winds
///   in General MIDI fonts, whose levels beat and whose attacks stand out, rarely fall by more than
///   8 dB in this measure, and no sound that dies away stops there.
/// - A fall by 20 dB counts only after a tenth of a second below half the loudness. Two loops that
///   beat come back before, unless they beat more slowly than 1.3 times a second.
struct Strokes: BitwiseCopyable {
  /// The fall at which a note is due at any time, in decibels.
  private static var greatestFall: Double { @_noLocks @_noAllocation get { 20 } }

  /// The fall at which a note is due after ``dueTime`` seconds, as a ratio of powers: 10 decibels.
  private static var noticeableFall: Double { @_noLocks @_noAllocation get { 10 } }
  private static var dueTime: Int { @_noLocks @_noAllocation get { 4 } }

  /// How long a sound has been below half its loudness at least when a fall by 20 dB counts, in parts
  /// of a second.
  private static var partsOfSecond: Int { @_noLocks @_noAllocation get { 10 } }

  /// By how many decibels the fall of the time until the stroke sounds is anticipated at most: the
  /// end of a sharp attack is not the beginning of a long fall.
  private static var greatestForesight: Double { @_noLocks @_noAllocation get { 2 } }

  private let blocksPerSecond: Int

  // The time over which the level is measured, and the time until a stroke sounds, in blocks.
  private var windowBlocks = 1
  private var leadBlocks = 0.0

  // The window that is being measured.
  private var sum = 0.0
  private var blocks = 0

  // Powers, and times in blocks.
  private var highest = 0.0
  private var blocksSinceHighest = 0
  private var blocksBelowHalf = 0
  private var highestOfSecond = 0.0
  private var blocksOfSecond = 0
  private var seconds = 0

  /// Whether the note is to be struck again. Stays true until the stroke sounds.
  private(set) var isDue = false

  /// - Parameter sampleRate: FluidSynth's, in frames per second.
  init(sampleRate: Double) {
    blocksPerSecond = max(1, Int(sampleRate) / Strand.blockFrames)
  }

  /// A note begins.
  ///
  /// - Parameters:
  ///   - cycleFrames: the length of its cycle; the level is measured over three of them, so that it
  ///     does not swing with the wave.
  ///   - leadBlocks: how long it takes until a stroke that is due sounds.
  @_noLocks @_noAllocation
  mutating func begin(cycleFrames: Double, leadBlocks: Int) {
    let perSecond = Double(blocksPerSecond)
    windowBlocks = 1 &+ Int(max(3 * cycleFrames / Double(Strand.blockFrames), 0.01 * perSecond))
    self.leadBlocks = Double(leadBlocks)
    restart()
  }

  /// A stroke sounds.
  @_noLocks @_noAllocation
  mutating func restart() {
    sum = 0
    blocks = 0
    highest = 0
    blocksSinceHighest = 0
    blocksBelowHalf = 0
    highestOfSecond = 0
    blocksOfSecond = 0
    seconds = 0
    isDue = false
  }

  /// Adds the next block of the note, interleaved.
  @_noLocks @_noAllocation
  mutating func add(_ block: UnsafePointer<Float>) {
    var energy: Float = 0
    var index = 0
    while index < 2 &* Strand.blockFrames {
      energy += block[index] * block[index]
      index &+= 1
    }
    sum += Double(energy)
    blocks &+= 1
    guard blocks == windowBlocks else { return }
    add(power: sum / Double(blocks))
    sum = 0
    blocks = 0
  }

  @_noLocks @_noAllocation
  private mutating func add(power: Double) {
    blocksSinceHighest &+= windowBlocks
    blocksOfSecond &+= windowBlocks
    if power > highest {
      highest = power
      blocksSinceHighest = 0
    }
    if power > highestOfSecond { highestOfSecond = power }
    blocksBelowHalf = hasFallen(to: power) ? blocksBelowHalf &+ windowBlocks : 0
    if blocksSinceHighest > 0, blocksBelowHalf &* Self.partsOfSecond >= blocksPerSecond {
      let fall = fall(to: power)
      let foreseen = fall * leadBlocks / Double(blocksSinceHighest)
      if fall + min(foreseen, Self.greatestForesight) >= Self.greatestFall { isDue = true }
    }
    guard blocksOfSecond >= blocksPerSecond else { return }
    seconds &+= 1
    if seconds >= Self.dueTime, hasFallen(to: highestOfSecond) { isDue = true }
    highestOfSecond = 0
    blocksOfSecond = 0
  }

  /// Whether a power lies below half the loudness of the highest.
  @_noLocks @_noAllocation
  private func hasFallen(to power: Double) -> Bool {
    // Without a logarithm, which a sound that goes on never needs.
    highest > 0 && power * Self.noticeableFall <= highest
  }

  /// How far a power lies below the highest, in decibels; 0 if there was only silence.
  @_noLocks @_noAllocation
  private func fall(to power: Double) -> Double {
    guard highest > 0 else { return 0 }
    return 10 * realtime_log10(highest / max(power, 1e-30 * highest))
  }
}
