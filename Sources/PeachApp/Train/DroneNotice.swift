import Language
import Program
import Training

extension OutputMode {
  /// Says what a drone that is set needs before it can sound in a training; nothing if it has all of that.
  func showMissingDrone(_ settings: any UserSettings, in training: TrainingName) {
    guard settings.drone, !Voicing.canDrone(settings, training.ownPresentation) else { return }
    showNotice(.noDrone)
  }
}

extension Notice {
  /// A drone is set, but the notes of the training follow each other or have no common reference.
  static var noDrone: Notice {
    Notice(
      "noDrone",
      localized(
        """
        there is no drone in this training: it needs notes that sound together (presentation = \
        harmonic, or purity) and a referenceNote
        """),
      brief: localized("No drone: it needs notes that sound together and one reference note."))
  }
}
