import MainThread
import Sound

extension ServerLink: OutputLink {
  var player: SoundFontNotePlayer? { stage?.player }

  func audioDestinations() async -> [ServerPort]? { await stage?.engine.audioDestinations() }

  func tryOutputs(_ target: OutputTarget) async {
    await move { _ = await $0.tryOutputs(OutputWatch(target)) }
  }

  func endTrying() async { await move { await $0.endTrying() } }

  func moveOutputs(to target: OutputTarget) async {
    await move { _ = await $0.moveOutputs(to: OutputWatch(target)) }
  }

  func leaveOutputs() async { await move { await $0.leaveOutputs() } }

  /// Returns when the outputs of the client do not move any more, or when it is clear that the server hangs.
  func movesHaveEnded() async {
    if let last = stage?.moves.last { await waitForEnd(of: last, within: .seconds(3)) }
  }

  private func move(_ work: @escaping @MainActor (JackEngine) async -> Void) async {
    guard let stage else { return }
    await stage.moves.perform { [engine = stage.engine] in await work(engine) }
  }
}
