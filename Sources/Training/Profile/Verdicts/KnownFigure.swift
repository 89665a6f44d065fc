import Music

/// The nearest known figure in place of an unknown one, with its subject and day: a figure is not
/// hidden because a setting has changed.
public nonisolated struct KnownFigure: Hashable, Sendable {
  /// The difference from what was asked for.
  public enum Subject: Hashable, Sendable {
    /// The conditions of its notes.
    case condition(HearingCondition)
    case presentation(Presentation)
    case interval(DirectedInterval)
    case kind(TrainingKind)
  }

  public let subject: Subject
  public let estimate: CentsEstimate

  /// True if it is a spread instead of a threshold.
  public var isSpread = false

  /// The local day of its last answer (``LocalDays``).
  public let day: Int
}

nonisolated extension HearingModel {
  /// The nearest figure that may be shown for a training without one of its own; `nil` if it has
  /// one, or if nothing is known.
  ///
  /// - Parameters:
  ///   - intervals: those of the training: the prime alone, or others.
  ///   - sound: the sound that is set; `nil` if it does not matter.
  public func nearest(
    to training: TrainingName, of intervals: [DirectedInterval], _ presentation: Presentation,
    sound: SoundSourceID? = nil
  ) -> KnownFigure? {
    let kind: TrainingKind = intervals.contains(.prime) ? .unison : .interval
    switch training {
    case .comparison where kind == .unison: return nearestUnison(presentation, sound: sound)
    case .comparison:
      let other = presentation.other
      return nearest(
        among: intervals, self.intervals[presentation], elsewhere: self.intervals[other],
        .presentation(other))
    case .purity: return nearest(among: intervals, purity, elsewhere: nil, .presentation(.harmonic))
    case .matching: return nearest(matchings, kind, presentation)
    case .playing: return nearest(playings, kind, presentation)
    default: return nil
    }
  }

  private func nearestUnison(_ presentation: Presentation, sound: SoundSourceID?) -> KnownFigure? {
    let verdicts = UnisonVerdicts(unison[presentation])
    if let known = verdicts.newCondition?.before {
      return KnownFigure(
        subject: .condition(known.condition), estimate: known.threshold, day: known.day)
    }
    if verdicts.level.state == .shown {
      guard let sound, let condition = verdicts.condition,
        let last = condition.soundSource.flatMap({ SoundSourceID($0) }), !sound.matches(last)
      else { return nil }
      return KnownFigure(
        subject: .condition(condition), estimate: verdicts.level.threshold,
        day: verdicts.lastDay ?? 0)
    }
    let other = UnisonVerdicts(unison[presentation.other])
    guard other.level.state == .shown else { return nil }
    return KnownFigure(
      subject: .presentation(presentation.other), estimate: other.level.threshold,
      day: other.lastDay ?? 0)
  }

  /// The nearest figure of the same intervals elsewhere, then of others here.
  private func nearest(
    among intervals: [DirectedInterval], _ hearing: IntervalHearing, elsewhere: IntervalHearing?,
    _ subject: KnownFigure.Subject
  ) -> KnownFigure? {
    func best(_ hearing: IntervalHearing, _ isWanted: (DirectedInterval) -> Bool) -> KnownFigure? {
      let parts = IntervalVerdicts(hearing).parts.filter {
        isWanted($0.interval) && $0.threshold.state == .shown
      }
      return parts.max { $0.threshold.answers < $1.threshold.answers }.map { part in
        KnownFigure(
          subject: .interval(part.interval), estimate: part.threshold.threshold,
          day: hearing.course(of: part.interval).last?.day ?? 0)
      }
    }
    guard best(hearing, intervals.contains) == nil else { return nil }
    if let elsewhere, let figure = best(elsewhere, intervals.contains) {
      return intervals.count == 1
        ? KnownFigure(subject: subject, estimate: figure.estimate, day: figure.day) : figure
    }
    return best(hearing) { !intervals.contains($0) && ($0 == .prime) == intervals.contains(.prime) }
  }

  private func nearest(
    _ all: ByTrainingKind<ByPresentation<MatchingHearing>>, _ kind: TrainingKind,
    _ presentation: Presentation
  ) -> KnownFigure? {
    guard all[kind][presentation].fit == nil else { return nil }
    let other: TrainingKind = kind == .unison ? .interval : .unison
    let candidates: [(KnownFigure.Subject, MatchingHearing)] = [
      (.presentation(presentation.other), all[kind][presentation.other]),
      (.kind(other), all[other][presentation]),
    ]
    return candidates.lazy.compactMap { subject, hearing in
      hearing.fit.map {
        KnownFigure(
          subject: subject, estimate: $0.spread, isSpread: true, day: hearing.lastDay)
      }
    }.first
  }
}

nonisolated extension Presentation {
  fileprivate var other: Presentation { self == .melodic ? .harmonic : .melodic }
}
