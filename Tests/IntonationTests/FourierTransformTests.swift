import CFFTW
import Foundation
import Testing

@testable import Intonation

@Suite("Fourier transforms")
struct FourierTransformTests {
  /// How many lines FFTW would write about the plans that it remembers, several for each length.
  private var remembered: Int {
    // Nobody else uses the planner meanwhile.
    FourierTransform.makePlans(2) {
      guard let text = fftw_export_wisdom_to_string() else { return 0 }
      defer { free(text) }
      return String(cString: text).split(separator: "\n").count
    }
  }

  @Test("FFTW does not remember ever more lengths")
  func memory() {
    for count in stride(from: 2000, to: 2600, by: 2) {
      _ = FourierTransform.forward([Double](repeating: 0, count: count))
    }
    #expect((2..<1200).contains(remembered), "of all the lengths it would be 2200")
  }
}
