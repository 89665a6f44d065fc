import Console
import OSC
import Settings

/// What a training finds in its run.
struct TrainingContext {
  let settings: FileUserSettings
  let history: TrainingHistory
  let mode: OutputMode
  let glyphs: Glyphs

  /// Where Open Sound Control comes in and state goes out, if it is on.
  let remote: RemoteControl?

  /// The source of chance, which goes on where it was from session to session.
  let random: SharedRandom
}
