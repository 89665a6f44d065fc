import Music
import TestSupport
import Testing

@testable import Charts

@Suite("Words for a trial")
struct TrialWordsTests {
  @Test("an interval is compared with the true one; the unison with the first note")
  func question() {
    #expect(
      TrialWords.question(of: DirectedInterval(.majorSeventh, .down))
        == "Is the second note higher or lower than the true major seventh?")
    #expect(TrialWords.question(of: .prime) == nil)
    inGerman {
      #expect(
        TrialWords.question(of: DirectedInterval(.tritone))
          == "Ist der zweite Ton höher oder tiefer als bei dem richtigen Tritonus?")
    }
  }

  @Test("in German only the just tuning is called rein, and what is true is richtig")
  func german() {
    inGerman {
      for interval in DirectedInterval.all {
        #expect(!NoteName.text(interval).contains("rein"))
      }
      #expect(
        TuningText.interval(DirectedInterval(.perfectFifth), in: .justIntonation)
          == "Quinte aufwärts · rein")
    }
  }
}
