/// What shows `peach midi monitor` and `peach midi learn`. Main thread.
protocol MIDIView: AnyObject {
  /// Whatever is connected with that port is heard from now on.
  func showListening(at port: String)
  func showNotice(_ notice: Notice)
  func showFault(_ fault: Fault)

  func showMessage(_ message: MonitoredMIDI)

  /// That many messages were not shown, as they came too fast.
  func showUnshown(_ count: Int)

  /// The user is to do what a step asks for.
  func ask(_ step: LearnStep)

  /// What the control seems to be: a key of the settings and its value.
  func showGuess(_ step: LearnStep, key: String, value: String, channel: Int)

  /// The settings that are in the file now; none where nothing was accepted.
  func showWritten(_ settings: [(key: String, value: String)], path: String)
}
