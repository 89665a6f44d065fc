import Charts
import Console
import Training

extension TrainingServices {
  /// Lets the stage of a run that is only a training say what is so.
  func keepStatus(of stage: TrainingStage) {
    stage.status.onChange = { [weak stage] in stage?.draw() }
    link.onChange = { [weak self, weak stage] in
      stage?.status.update { self?.update(&$0) }
    }
  }

  /// Brings what the status row says of the client and the settings up to date.
  func update(_ facts: inout StatusFacts) {
    facts.link = link.status
    if let stage = link.stage {
      facts.endLoading(of: stage.player.soundingSource)
      facts.sound = stage.player.soundingSource.name(in: link.library)
    } else {
      facts.sound = settings.soundSource.name(in: nil)
    }
    facts.referencePitch = settings.referencePitch.hertz
    facts.level = settings.outputLevel.decibels
  }
}
