import Testing

@testable import peach_bench

@Suite("The gap between two notes in samples")
struct SoundingGapTests {
  private let first: [Float] = [0.1, 0.3, 0, -0.3, 0.1]
  private let second: [Float] = [0.2, 0.4, 0.2]

  /// The first note and, `gap` frames after it, the second one, with silence around them.
  private func samples(gap: Int, before: Int = 7) -> [Float] {
    var samples = [Float](repeating: 0, count: before + first.count + max(gap, 0) + 10)
    for (index, sample) in first.enumerated() { samples[before + index] += sample }
    for (index, sample) in second.enumerated() {
      samples[before + first.count + gap + index] += sample
    }
    return samples
  }

  @Test(
    "it is counted to the frame, also if there is none or the notes overlap",
    arguments: [0, 1, 2, 31, -1, -4])
  func frames(gap: Int) {
    let alone = [0, 0] + first + [0, 0, 0]
    #expect(SoundingGap.frames(in: samples(gap: gap), firstAlone: alone) == gap)
    #expect(SoundingGap.frames(in: samples(gap: gap, before: 0), firstAlone: first) == gap)
  }

  @Test("without a second note, or a first one, there is none")
  func nothing() {
    #expect(SoundingGap.frames(in: [0] + first, firstAlone: first) == nil)
    #expect(SoundingGap.frames(in: first, firstAlone: [0, 0]) == nil)
  }
}
