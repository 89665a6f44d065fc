import Foundation
import Intonation
import Music

/// What is known of the sound in use, and what it changes about a note.
extension SoundFontNotePlayer {
  /// The table of the sound in use; `nil` where there is none, or nobody wants one.
  var table: IntonationTable? {
    guard settings.correctIntonation || settings.evenLoudness, let preset = sounds.sounding else {
      return nil
    }
    return intonation.table(of: preset)
  }

  func plan(for frequency: Frequency, by table: IntonationTable?) -> PitchPlan {
    PitchPlan(frequency) { key in
      settings.correctIntonation ? table?.deviation(ofKey: key) ?? 0 : 0
    }
  }

  /// The factor on the amplitude that makes the note as loud as the others.
  func evening(of plan: PitchPlan, by table: IntonationTable?) -> Double {
    settings.evenLoudness ? pow(10, (table?.gain(ofKey: plan.key) ?? 0) / 20) : 1
  }

  func tell(_ news: IntonationShelf.News) {
    switch news {
    case .measuring: onNotice?(.soundNotMeasured(settings.soundSource))
    case .measured: onNotice?(.soundMeasured(settings.soundSource))
    case .failed: break
    }
  }
}
