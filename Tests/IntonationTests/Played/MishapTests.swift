import Intonation
import Testing

@testable import PlayedTones

@Suite("What happens with players and microphones has its outcome")
struct MishapTests {
  @Test("as named", arguments: PlayedCases.Difficulty.allCases)
  func outcome(of difficulty: PlayedCases.Difficulty) {
    var tally = MishapTally()
    for index in 0..<4 {
      let recording = PlayedCases.example(difficulty, index)
      tally.add(JudgedRecording.outcome(of: recording), to: recording.expectation)
    }
    #expect(tally.falselyJudged == 0)
    #expect(tally.right == 4, "\(tally.counts)")
  }
}
