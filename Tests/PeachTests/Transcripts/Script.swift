import Testing

/// Scenes whose transcripts stand in one golden file in each language.
struct Script: Sendable, CustomTestStringConvertible {
  let name: String
  let scenes: [Scene]

  var testDescription: String { name }

  /// Those that need no server, which is none by the name that they ask for.
  static let withoutServer: [Script] = [
    Script(name: "usage", scenes: UsageScenes.all), Script(name: "help", scenes: HelpScenes.all),
    Script(name: "settings", scenes: SettingsScenes.all),
    Script(name: "scales", scenes: ScaleScenes.all),
    Script(name: "sounds", scenes: SoundScenes.all),
    Script(name: "history", scenes: HistoryScenes.all),
    Script(name: "exchange", scenes: ExchangeScenes.all),
    Script(name: "files", scenes: FileScenes.all),
    Script(name: "no-server", scenes: NoServerScenes.all),
    Script(name: "screens", scenes: ScreenScenes.all),
  ]

  /// Those on a real server.
  static let onServer: [Script] = [
    Script(name: "training", scenes: TrainingScenes.all),
    Script(name: "training-panel", scenes: PanelScenes.all),
    Script(name: "midi", scenes: MIDIScenes.all),
  ]

  /// Those whose scenes bring a server of their own, which hangs or goes.
  static let withTheirServer: [Script] = [
    Script(name: "server-lost", scenes: LostServerScenes.all)
  ]

  static var all: [Script] { withoutServer + onServer + withTheirServer }

  /// Plays every scene in a language, and compares what comes of it with the golden file, or writes that.
  @MainActor
  func play(in language: Language, server: String) async throws {
    try await GermanCatalogue.prepare()
    let golden = try GoldenFile(of: name, in: language)
    let player = ScenePlayer(language: language, server: server)
    var found: [Transcript] = []
    for scene in scenes {
      let expected = GoldenFile.isRecording ? nil : golden.transcript(of: scene)?.lines
      let transcript = try await player.play(scene, expecting: expected)
      found.append(transcript)
      guard !GoldenFile.isRecording, transcript.lines != expected else { continue }
      let difference = TranscriptDifference(
        name: scene.name, expected: expected ?? [], found: transcript.lines)
      Issue.record("\(GoldenFile.name(of: name, in: language)): \(difference)")
    }
    if GoldenFile.isRecording { try golden.record(found) }
  }
}
