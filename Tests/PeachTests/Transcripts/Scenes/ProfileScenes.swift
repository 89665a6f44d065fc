/// The pages of the profile of somebody who has trained for six weeks, in two sizes of the terminal.
enum ProfileScenes {
  static let all: [Scene] =
    [(80, 24), (40, 12)].map { size in
      trained(
        Scene(
          "the profile, \(size.0) x \(size.1)", on: size, "peach", keys: "9", "z", "t", "→", "t",
          "⇥", "→", "t", "q", "q"))
    } + [
      trained(
        Scene("the profile in ASCII", on: (80, 24), "LC_ALL=C peach", keys: "9", "t", "q", "q")),
      trained(
        Scene("the profile, spoken", on: (80, 24), "peach --plain", keys: "9", "t", "q", "q")),
    ]

  private static func trained(_ scene: Scene) -> Scene {
    var scene = scene
    scene.company = { home in
      try await FixtureHistory.install(FixtureHistory.weeks, in: home)
      return nil
    }
    return scene
  }
}
