/// What the trials of one note tell of its threshold and of its change, summed up.
nonisolated struct NoteSums {
  private(set) var score = 0.0
  private(set) var information = 0.0
  private var scoreByTime = 0.0
  private var informationByTime = 0.0
  private var informationBySquaredTime = 0.0

  mutating func add(_ slope: (score: Double, information: Double), at time: Double) {
    score += slope.score
    information += slope.information
    scoreByTime += slope.score * time
    informationByTime += slope.information * time
    informationBySquaredTime += slope.information * time * time
  }

  /// The mean time, each trial weighted with what it tells.
  var meanTime: Double { informationByTime / information }

  /// What is told of a change about the mean time.
  var scoreAboutMeanTime: Double { scoreByTime - meanTime * score }
  var informationAboutMeanTime: Double {
    informationBySquaredTime - meanTime * informationByTime
  }
}
