import Testing

@testable import PeachApp

@Suite("How often a trial may be void")
@MainActor
struct DiscardLimitTests {
  /// A limit after the trials of these numbers were void.
  private func voiding(_ indices: Int...) -> DiscardLimit {
    var limit = DiscardLimit()
    for index in indices { limit.recordDiscard(of: index) }
    return limit
  }

  @Test("a trial is void once: it counts when the sound breaks off again")
  func onceATrial() {
    let limit = voiding(4)
    #expect(!limit.allowsDiscarding(4))
    #expect(limit.allowsDiscarding(5))
  }

  @Test("no trial is void before the first is, and that one is allowed")
  func first() {
    #expect(DiscardLimit().allowsDiscarding(1))
    #expect(!DiscardLimit().isExhausted)
  }

  @Test("after three in ten trials no further one is void, however long the run is")
  func threeInTen() {
    #expect(!voiding(1, 5).isExhausted)
    let limit = voiding(1, 5, 10)
    #expect(limit.isExhausted)
    for index in [10, 11, 20, 500] { #expect(!limit.allowsDiscarding(index)) }
  }

  @Test("those of more than ten trials ago do not count")
  func span() {
    let limit = voiding(1, 5, 11)
    #expect(!limit.isExhausted && limit.allowsDiscarding(12))
    #expect(voiding(1, 5, 11, 14).isExhausted)
    #expect(!voiding(1, 11, 21, 31, 41).isExhausted)
  }

  @Test("that there were too many is said once, with the last of them")
  func saidOnce() {
    var limit = DiscardLimit()
    var said: [Int] = []
    for index in 1...30 where limit.allowsDiscarding(index) {
      limit.recordDiscard(of: index)
      if limit.isExhausted { said.append(index) }
    }
    #expect(said == [3])
  }
}
