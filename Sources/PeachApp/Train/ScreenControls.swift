import Console
import MainThread
import Music
import Realtime
import Settings
import Sound

/// Lets a controller choose and start a training on the start screen, and go on from the closing page. Main
/// thread.
final class ScreenControls {
  /// Called with the key that does the same.
  var onKey: ((Key) -> Void)?

  /// Called with the level that its control asks for.
  var onLevel: ((AmplitudeDB) -> Void)?

  /// For how long a screen that has just come hears nothing: a pad that was meant for the training may be
  /// pressed when that has ended.
  private static let answerLockout = Duration.milliseconds(500)

  /// What the controls of a client were bound to.
  private struct Bound: Equatable {
    let settings: MIDISettings
    let use: ControlUse?
  }

  private let now: () -> ProgramClock.Instant
  private weak var player: SoundFontNotePlayer?
  private var bound: Bound?
  private var beginning: ProgramClock.Instant

  init(now: @escaping () -> ProgramClock.Instant = { ProgramClock.now }) {
    self.now = now
    beginning = now()
  }

  /// A screen that takes controls has come.
  func begin() { beginning = now() }

  /// Listens to the controls of a client, as they are set now. Without a client there are none.
  ///
  /// - Parameter use: what they do where something is asked; `nil` where something is chosen.
  func listen(
    on player: SoundFontNotePlayer?, _ settings: MIDISettings, for use: ControlUse? = nil
  ) {
    guard let player else { return release() }
    let wanted = Bound(settings: settings, use: use)
    guard self.player !== player || bound != wanted else { return }
    let bindings =
      use.map { ControlBindings(settings, for: $0) } ?? ControlBindings(choosingWith: settings)
    // A full ring lets the next change try again.
    guard (try? player.bind(bindings)) != nil else { return }
    self.player = player
    bound = wanted
    player.onIntent = { [weak self] intent, _ in self?.handle(intent) }
    player.onLevel = { [weak self] in self?.onLevel?(AmplitudeDB(levelPosition: $0)) }
  }

  /// Leaves the controls to others.
  func release() {
    player?.onIntent = nil
    player?.onLevel = nil
    player = nil
    bound = nil
  }

  func handle(_ intent: ControlIntent) {
    guard now() - beginning >= Self.answerLockout, let key = Self.key(for: intent) else { return }
    onKey?(key)
  }

  /// The key that does on these screens what a control asks for; `nil` if nothing does.
  static func key(for intent: ControlIntent) -> Key? {
    switch intent {
    case .higher: .up
    case .lower: .down
    case .commit, .done, .pause: .enter
    case .again: .character(" ")
    case .stop: .escape
    case .first: .character("1")
    case .second: .character("2")
    case .third: .character("3")
    case .undo: nil
    }
  }
}
