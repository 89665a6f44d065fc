import CResampler

/// A new stroke of a note that goes on: a second strand plays silently until it is in phase with
/// the old one, and then replaces it.
///
/// Both strands render the same key and cents, in blocks at FluidSynth's rate. They have the
/// resampler with its glide, the gain and the fades in common, so the note keeps its pitch while it
/// is tuned, too. In each block of the old strand, half a block later, the new one takes one step;
/// no period has to do the work of two.
///
/// The strands are in phase because they would otherwise cancel or shift each other while they
/// cross: at an arbitrary phase the pitch would seem to move by up to 70 cents. The new strand is
/// delayed by whole frames, and for the rest, below one frame, it sounds lower for one block. A
/// cent is 0.037 frame, so the strands are within 0.018 frame of each other, which moves the pitch
/// by 0.03 cent for a moment.
struct Stroke: BitwiseCopyable {
  /// The outcome of a block.
  enum Outcome: BitwiseCopyable {
    case goesOn
    /// The new strand sounds alone.
    case finished
    /// The new strand does not sound.
    case failed
  }

  private enum Phase: BitwiseCopyable {
    case none, striking, settling, measuring, delaying, restoring, crossing
  }

  /// The seconds for which a new strand plays before it is measured, until its attack is over.
  private static var settlingSeconds: Double { @_noLocks @_noAllocation get { 0.02 } }

  /// The shortest window of the measurement, in seconds.
  private static var leastWindowSeconds: Double { @_noLocks @_noAllocation get { 0.01 } }

  /// The most measurements, as long as the new strand is not as loud as the old one.
  private static var mostMeasurements: Int { @_noLocks @_noAllocation get { 4 } }

  /// The blocks besides the attack, the measurement and the delay: to strike, to delay by less than
  /// a frame, to pass these blocks, and a part of the crossing.
  private static var furtherBlocks: Int { @_noLocks @_noAllocation get { 8 } }

  /// The cents per share of a block by which it sounds lower to last longer: 1200 / ln 2.
  private static var centsPerShare: Double { @_noLocks @_noAllocation get { 1731.234 } }

  private let sampleRate: Double
  private let fade: FadeTable

  // The new strand's last block and the one before it, interleaved.
  private let blocks: UnsafeMutablePointer<Float>
  private var phase = Phase.none
  private var strand: Strand
  private var key: StruckKey
  private var meter = PhaseMeter()
  private(set) var cycleFrames = 2.0

  // The remaining blocks of the phase, or the remaining measurements.
  private var remaining = 0

  // The new strand's delay in frames, less than a block, and the cents by which its next block
  // sounds lower for the rest.
  private var lag = 0
  private var lower: Int32 = 0
  private var fadePosition = 0

  // The frames that a strand has rendered already when it replaces the old one.
  private var rendered = 0

  /// The blocks that a stroke needs room for: the last two of the new strand.
  static var bufferBlocks: Int { 2 }

  /// - Parameters:
  ///   - sampleRate: FluidSynth's, in frames per second.
  ///   - fade: the crossing at that rate.
  ///   - strand: any strand; it is not used.
  ///   - blocks: room for ``bufferBlocks`` blocks.
  init(
    sampleRate: Double, fade: FadeTable, strand: Strand, blocks: UnsafeMutablePointer<Float>
  ) {
    self.sampleRate = sampleRate
    self.fade = fade
    self.strand = strand
    self.blocks = blocks
    key = StruckKey(key: 69, cents: 0, velocity: 0)
  }

  /// Prepares for a note that begins.
  @_noLocks @_noAllocation
  mutating func prepare(for key: StruckKey) {
    self.key = key
    phase = .none
    rendered = 0
    cycleFrames = key.cycleFrames(sampleRate: sampleRate)
    meter.prepare(
      cycleFrames: cycleFrames, leastFrames: Self.leastWindowSeconds * sampleRate)
  }

  /// The average number of blocks until a stroke that is due is heard.
  var leadBlocks: Int {
    @_noLocks @_noAllocation
    get {
      let delay = Int(cycleFrames) / (2 &* Strand.blockFrames)
      return settlingBlocks &+ meter.length &+ delay &+ Self.furtherBlocks
    }
  }

  private var settlingBlocks: Int {
    @_noLocks @_noAllocation
    get { 1 &+ Int(Self.settlingSeconds * sampleRate) / Strand.blockFrames }
  }

  var isUnderWay: Bool {
    @_noLocks @_noAllocation
    get { if case .none = phase { false } else { true } }
  }

  /// True if the new strand is heard.
  var isAudible: Bool {
    @_noLocks @_noAllocation
    get { if case .crossing = phase { true } else { false } }
  }

  /// The frames that the new strand has rendered if it is louder than the old one by now; `nil` if
  /// it is not.
  var prevailingFrames: Int? {
    @_noLocks @_noAllocation
    get { isAudible && 2 &* fadePosition >= fade.frames ? strand.frames : nil }
  }

  /// Begins a stroke with a strand that no note uses. Not if ``isUnderWay``.
  @_noLocks @_noAllocation
  mutating func begin(with strand: Strand) {
    self.strand = strand
    self.strand.silence(using: blocks)
    phase = .striking
  }

  /// Ends the stroke; returns its strand, which may still sound. Only if ``isUnderWay``.
  @_noLocks @_noAllocation
  mutating func abandon() -> Strand {
    phase = .none
    return strand
  }

  /// Ends a stroke that has ``Outcome/finished``; returns the strand that sounds now. Its next
  /// frames are those of ``takeRendered(into:)``.
  @_noLocks @_noAllocation
  mutating func finish() -> Strand {
    phase = .none
    rendered = lag
    return strand
  }

  /// Prepares the new strand for the old one's next block. To be called once for each of these
  /// blocks.
  @_noLocks @_noAllocation
  mutating func step() {
    switch phase {
    case .none: break
    case .striking:
      strand.strike(key)
      render()
      lag = 0
      remaining = settlingBlocks
      phase = .settling
    case .settling:
      render()
      remaining &-= 1
      guard remaining <= 0 else { return }
      meter.restart()
      remaining = Self.mostMeasurements
      phase = .measuring
    case .delaying:
      guard remaining <= 0 else { return remaining &-= 1 }
      strand.tune(cents: key.cents &- lower)
      render()
      strand.tune(cents: key.cents)
      remaining = 2
      phase = .restoring
    case .restoring:
      render()
      remaining &-= 1
      guard remaining <= 0 else { return }
      fadePosition = 0
      phase = .crossing
    case .measuring, .crossing: render()
    }
  }

  /// Adds the new strand to the old one's next block, interleaved.
  @_noLocks @_noAllocation
  mutating func add(to block: UnsafeMutablePointer<Float>) -> Outcome {
    switch phase {
    case .measuring: return measure(block)
    case .crossing: return cross(block)
    case .none, .striking, .settling, .delaying, .restoring: return .goesOn
    }
  }

  /// Copies the frames that the new strand had rendered already when it replaced the old one,
  /// interleaved, less than a block; returns their number. They come only once.
  @_noLocks @_noAllocation
  mutating func takeRendered(into block: UnsafeMutablePointer<Float>) -> Int {
    let frames = rendered
    rendered = 0
    let first = blocks + 2 &* (2 &* Strand.blockFrames &- frames)
    var index = 0
    while index < 2 &* frames {
      block[index] = first[index]
      index &+= 1
    }
    return frames
  }

  /// Renders the new strand's next block, behind its last one.
  @_noLocks @_noAllocation
  private mutating func render() {
    let last = blocks + 2 &* Strand.blockFrames
    var index = 0
    while index < 2 &* Strand.blockFrames {
      blocks[index] = last[index]
      index &+= 1
    }
    strand.render(into: last)
  }

  /// The block of the new strand that sounds with the old one's block.
  private var delayedBlock: UnsafeMutablePointer<Float> {
    @_noLocks @_noAllocation
    get { blocks + 2 &* (Strand.blockFrames &- lag) }
  }

  @_noLocks @_noAllocation
  private mutating func measure(_ block: UnsafePointer<Float>) -> Outcome {
    meter.add(old: block, new: delayedBlock)
    guard meter.isComplete else { return .goesOn }
    remaining &-= 1
    guard meter.isNewLouder || remaining <= 0 else {
      meter.restart()
      return .goesOn
    }
    guard meter.newEnergy > 0 else { return .failed }
    let delay = meter.delay
    let frames = Int(delay)
    remaining = frames / Strand.blockFrames
    lag = frames % Strand.blockFrames
    // 2^(−cents/1200) = 1 − share, to the second order.
    let share = (delay - Double(frames)) / Double(Strand.blockFrames)
    lower = Int32(Self.centsPerShare * (share + share * share / 2) + 0.5)
    phase = .delaying
    return .goesOn
  }

  /// Crosses from the old strand to the new one. Both gains add up to 1, as the strands are in
  /// phase.
  @_noLocks @_noAllocation
  private mutating func cross(_ block: UnsafeMutablePointer<Float>) -> Outcome {
    let new = delayedBlock
    var index = 0
    while index < Strand.blockFrames {
      let isFading = fadePosition < fade.frames
      let share = isFading ? fade.gains[fadePosition] : 1
      if isFading { fadePosition &+= 1 }
      let (left, right) = (2 &* index, 2 &* index &+ 1)
      block[left] += share * (new[left] - block[left])
      block[right] += share * (new[right] - block[right])
      index &+= 1
    }
    return fadePosition < fade.frames ? .goesOn : .finished
  }
}

/// Decides when a held note is struck again, by the level of its sound, block by block.
///
/// A note is due as soon as its level has fallen by 20 dB from its highest since the last stroke,
/// or after 4 s if it is half as loud by then, which is 10 dB. So bowed, blown or looped notes are
/// not struck again:
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

  /// The least time below half its loudness after which a fall by 20 dB counts, in parts of a
  /// second.
  private static var partsOfSecond: Int { @_noLocks @_noAllocation get { 10 } }

  /// The most decibels by which the fall until the stroke sounds is anticipated: the end of a sharp
  /// attack is not the beginning of a long fall.
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

  /// True if the note has to be struck again, until the stroke sounds.
  private(set) var isDue = false

  /// - Parameter sampleRate: FluidSynth's, in frames per second.
  init(sampleRate: Double) {
    blocksPerSecond = max(1, Int(sampleRate) / Strand.blockFrames)
  }

  /// Begins with a note.
  ///
  /// - Parameters:
  ///   - cycleFrames: the length of its cycle; the level is measured over three of them, so that it
  ///     does not swing with the wave.
  ///   - leadBlocks: the blocks until a stroke that is due sounds.
  @_noLocks @_noAllocation
  mutating func begin(cycleFrames: Double, leadBlocks: Int) {
    let perSecond = Double(blocksPerSecond)
    windowBlocks = 1 &+ Int(max(3 * cycleFrames / Double(Strand.blockFrames), 0.01 * perSecond))
    self.leadBlocks = Double(leadBlocks)
    restart()
  }

  /// Begins anew with a stroke.
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
    // The sums of both channels are independent, so that neither addition waits for the other.
    var left: Float = 0
    var right: Float = 0
    var index = 0
    while index < 2 &* Strand.blockFrames {
      left += block[index] * block[index]
      right += block[index &+ 1] * block[index &+ 1]
      index &+= 2
    }
    sum += Double(left + right)
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

  /// True if a power lies below half the loudness of the highest.
  @_noLocks @_noAllocation
  private func hasFallen(to power: Double) -> Bool {
    // Without a logarithm, which a sound that does not die away never needs.
    highest > 0 && power * Self.noticeableFall <= highest
  }

  /// The distance of a power from the highest, in decibels; 0 if there was only silence.
  @_noLocks @_noAllocation
  private func fall(to power: Double) -> Double {
    guard highest > 0 else { return 0 }
    return 10 * realtime_log10(highest / max(power, 1e-30 * highest))
  }
}
