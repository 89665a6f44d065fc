import Testing

/// Scenes whose transcripts stand in one golden file.
struct Script: Sendable, CustomTestStringConvertible {
  let name: String
  let scenes: [Scene]

  /// How many scenes are played at the same time.
  var atOnce = 1

  var testDescription: String { name }

  /// Those that need no server, which is none by the name that they ask for.
  static let withoutServer: [Script] = [
    ("usage", UsageScenes.all), ("help", HelpScenes.all), ("settings", SettingsScenes.all),
    ("scales", ScaleScenes.all), ("sounds", SoundScenes.all), ("history", HistoryScenes.all),
    ("exchange", ExchangeScenes.all), ("files", FileScenes.all), ("no-server", NoServerScenes.all),
    ("screens", ScreenScenes.usual), ("screens-else", ScreenScenes.others),
    ("profile", ProfileScenes.all),
  ].map { Script(name: $0, scenes: $1, atOnce: 4) }

  /// Those on a real server.
  static let onServer: [Script] = [
    Script(name: "training", scenes: TrainingScenes.all),
    Script(name: "playing", scenes: PlayingScenes.all),
    Script(name: "training-panel", scenes: PanelScenes.all),
    Script(name: "midi", scenes: MIDIScenes.all),
  ]

  /// Those whose scenes bring a server of their own, which hangs or goes.
  static let withTheirServer: [Script] = [
    Script(name: "server-lost", scenes: LostServerScenes.all)
  ]

  static var all: [Script] { withoutServer + onServer + withTheirServer }

  /// Plays every scene, and compares what comes of it with the golden file, or writes that.
  @MainActor
  func play(server: String) async throws {
    try await GermanCatalogue.prepare()
    let golden = try GoldenFile(of: name)
    let found = try await transcripts(by: ScenePlayer(server: server), expecting: golden)
    for transcript in found {
      for lack in transcript.lacks { Issue.record("\(name), \(transcript.name): \(lack)") }
      let expected = golden.transcript(named: transcript.name)?.lines ?? []
      guard !GoldenFile.isRecording, transcript.lines != expected else { continue }
      let difference = TranscriptDifference(
        name: transcript.name, expected: expected, found: transcript.lines)
      Issue.record("\(GoldenFile.name(of: name)): \(difference)")
    }
    if GoldenFile.isRecording { try golden.record(found) }
  }

  /// What comes of the scenes, in their order.
  @MainActor
  private func transcripts(
    by player: ScenePlayer, expecting golden: GoldenFile
  ) async throws -> [Transcript] {
    var found = [Transcript](repeating: Transcript(name: ""), count: scenes.count)
    try await withThrowingTaskGroup(of: (Int, Transcript).self) { group in
      for (index, scene) in scenes.enumerated() {
        if index >= atOnce, let (done, transcript) = try await group.next() {
          found[done] = transcript
        }
        let expected =
          GoldenFile.isRecording ? nil : golden.transcript(named: scene.name)?.lines
        group.addTask { (index, try await player.play(scene, expecting: expected)) }
      }
      for try await (done, transcript) in group { found[done] = transcript }
    }
    return found
  }
}
