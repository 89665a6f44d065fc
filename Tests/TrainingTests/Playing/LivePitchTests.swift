import Testing
import Training

@Suite("The pitch that the player sees")
struct LivePitchTests {
  private func seen(_ pitch: LivePitch, of count: Int?, upTo last: Int) -> [Int] {
    (1...last).filter { pitch.isSeen(place: $0, of: count) }
  }

  @Test("it fades by the quarters of a session: always, two of three, one of three, never")
  func fading() {
    let of40 = Array(1...10) + [11, 12, 14, 15, 17, 18, 20] + [23, 26, 29]
    #expect(seen(.fading, of: 40, upTo: 60) == of40)
    #expect(seen(.fading, of: nil, upTo: 60) == of40)
    #expect(seen(.fading, of: 20, upTo: 20) == [1, 2, 3, 4, 5, 6, 7, 9, 10, 13])
    #expect(seen(.fading, of: 10, upTo: 10) == [1, 2, 3, 4, 5, 8])
    #expect(seen(.fading, of: 1, upTo: 3) == [1])
  }

  @Test("otherwise the setting decides alone")
  func setting() {
    #expect(seen(.on, of: 4, upTo: 6).count == 6 && seen(.off, of: 4, upTo: 6).isEmpty)
  }
}
