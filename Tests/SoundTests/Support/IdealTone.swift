import Foundation

@testable import Sound

/// The sine that a note of the default sound would be if mathematics played it: its frequency, its
/// glides and its fades, computed from their definitions.
struct IdealTone {
  let sampleRate: Double
  let hertz: Double

  /// The frames, counted as in the recording, in which the note begins and its fade-out does.
  let start: Int
  let stop: Int

  /// Over how many frames it comes from −20 dB to its level.
  var riseFrames = 0

  /// From which frame on the pitch is to go to so many cents from `hertz`, oldest first.
  var bends: [(frame: Int, cents: Double)] = []

  private var fadeFrames: Int { Int((FadeCurve.seconds * sampleRate).rounded(.up)) }

  /// The frame after the last.
  var end: Int { stop + fadeFrames }

  /// The note as it should be within `recording`, whose first frame is frame 0: amplitude and phase
  /// are those that fit the frames `fitted` best, everything else is given.
  func samples(like recording: [Float], fitting fitted: Range<Int>) -> [Double] {
    let phases = phases(count: recording.count)
    var sums = (cc: 0.0, ss: 0.0, cs: 0.0, xc: 0.0, xs: 0.0)
    for frame in fitted {
      let level = level(frame)
      let (c, s) = (level * cos(phases[frame]), level * sin(phases[frame]))
      let x = Double(recording[frame])
      sums = (
        sums.cc + c * c, sums.ss + s * s, sums.cs + c * s, sums.xc + x * c, sums.xs + x * s
      )
    }
    let determinant = sums.cc * sums.ss - sums.cs * sums.cs
    let cosine = (sums.xc * sums.ss - sums.xs * sums.cs) / determinant
    let sine = (sums.xs * sums.cc - sums.xc * sums.cs) / determinant
    return recording.indices.map { frame in
      level(frame) * (cosine * cos(phases[frame]) + sine * sin(phases[frame]))
    }
  }

  /// Both raised cosines, and the one of the rise's decibels.
  private func level(_ frame: Int) -> Double {
    guard frame >= start, frame < end else { return 0 }
    func rise(_ position: Int) -> Double {
      position < fadeFrames
        ? (1 - cos(.pi * (Double(position) + 0.5) / Double(fadeFrames))) / 2 : 1
    }
    return rise(frame - start) * rise(end - 1 - frame) * quietness(frame - start)
  }

  private func quietness(_ position: Int) -> Double {
    guard position < riseFrames else { return 1 }
    let share = (1 - cos(.pi * Double(position) / Double(riseFrames))) / 2
    return pow(10, -(1 - share))
  }

  private func phases(count: Int) -> [Double] {
    var phases = [0.0]
    let periods = periods(count: count)
    for frame in 1..<count {
      phases.append(phases[frame - 1] + 2 * .pi * hertz / sampleRate / periods[frame - 1])
    }
    return phases
  }

  /// The length of a cycle relative to that at `hertz`: the staircase of the bends, smoothed by a
  /// quadratic B-spline of three times the glide's length.
  private func periods(count: Int) -> [Double] {
    guard !bends.isEmpty else { return Array(repeating: 1, count: count) }
    let length = Int((VoiceBank.glideSeconds * sampleRate).rounded(.up))
    var spline = [1.0]
    for _ in 0..<3 {
      var wider = [Double](repeating: 0, count: spline.count + length - 1)
      for (index, value) in spline.enumerated() {
        for shift in 0..<length { wider[index + shift] += value / Double(length) }
      }
      spline = wider
    }
    var goals = [Double](repeating: 1, count: count)
    for bend in bends {
      for frame in bend.frame..<count { goals[frame] = exp2(-bend.cents / 1200) }
    }
    return goals.indices.map { frame in
      spline.enumerated().reduce(0) { sum, weight in
        sum + weight.element * goals[max(0, frame - weight.offset)]
      }
    }
  }
}

extension [Float] {
  /// The greatest distance from `ideal`, in decibels relative to a root mean square of `level`.
  func residual(from ideal: [Double], relativeTo level: Double) -> Double {
    let worst = zip(self, ideal).reduce(0) { Swift.max($0, abs(Double($1.0) - $1.1)) }
    return 20 * log10(worst / level)
  }

  func rootMeanSquare(in range: Range<Int>) -> Double {
    (self[range].reduce(0) { $0 + Double($1) * Double($1) } / Double(range.count)).squareRoot()
  }
}
