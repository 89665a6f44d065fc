import Charts
import Console
import Music
import Program

/// The output of `peach tuner` and `peach map`. Main thread.
protocol TunerView: AnyObject {
  /// Peach listens at this port from now on.
  func showReady(_ description: ReadyDescription, input: String)

  /// From now on something is heard.
  func showListening(_ model: TunerModel)

  /// Nothing is heard until that is called again.
  func showInterruption(_ interruption: TunerInterruption)

  /// The input is connected to these ports.
  func showSources(_ sources: [String])

  /// The input has gone on: some 50 times a second.
  func show(_ model: TunerModel)

  /// Something that is held was measured: five times a second.
  func show(_ reading: TunerReading, in model: TunerModel)

  /// The note of the drone that sounds from now on; `nil` for none.
  func showDrone(_ note: MIDINote?)
  func showLevel(_ level: AmplitudeDB)

  /// A note of the map has been played, and stored unless the history has a fault.
  func show(_ note: MappedNote, isStored: Bool)

  /// Notes of the map were taken back.
  func showWithdrawn(_ notes: [MappedNote])

  /// The run of the map has ended; `nil` without notes.
  func showMap(_ figures: InstrumentFigures?)

  /// Whether the map stays until a key ends it.
  var keepsMap: Bool { get }
  func showNotice(_ notice: Notice)
  func showFault(_ fault: Fault)

  /// Shows or hides what the keys or words do.
  func showHelp()

  /// Shows with what the ports can be connected, over the tuner; `nil` ends that.
  func show(_ outputs: OutputScreen?)

  /// Passes a key to the help, if that is shown; returns whether it is.
  func handleInHelp(_ key: Key) -> Bool
  func showStopped(_ ending: Ending)
  func redraw()

  /// Gives the terminal back.
  func close()
}

extension TunerView {
  func showListening(_: TunerModel) {}
  func show(_: OutputScreen?) {}
  func handleInHelp(_ key: Key) -> Bool { false }
  func redraw() {}
  var keepsMap: Bool { false }
  func close() {}
}
