/// Training on a terminal, in what stands still. The stage of each state is in the golden screens of the
/// charts; the page at the end tells how long a session took, which no transcript can hold.
enum PanelScenes {
  static let all: [Scene] = [
    Scene(
      "nothing is connected", on: (80, 24),
      "peach compare --no-connect --note-duration 0.3 --seed 7", keys: "k", "⏎", "p", "q",
      prepare: { try $0.makeHistory() })
  ]
}
