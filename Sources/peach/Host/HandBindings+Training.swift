import Console
import Realtime

extension HandBindings {
  /// The controls that work with any keyboard at once: CC 1 is the slider, the wheel its speed; a key or
  /// the sustain pedal commits, and in comparisons a key above middle C says higher, one below lower.
  init(for training: TrainingName) {
    self.init()
    let middleC = 60
    switch training {
    case .comparison:
      for key in 0..<middleC { buttons.setKey(key, .lower) }
      for key in middleC + 1..<128 { buttons.setKey(key, .higher) }
    case .matching:
      for key in 0..<128 { buttons.setKey(key, .commit) }
      buttons.setController(64, .commit)
    }
  }
}
