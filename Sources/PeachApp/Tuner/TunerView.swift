import Charts
import Console
import Music
import Program

/// The output of `peach tuner` and `peach map`. Main thread.
protocol TunerView: AnyObject {
  /// Shows the client and the port at which Peach listens.
  func showReady(_ description: ReadyDescription, input: String)

  /// Shows that the input is measured from now on.
  func showListening(_ model: TunerModel)

  /// Shows that the input is not measured until ``showListening(_:)``.
  func showInterruption(_ fault: Fault)

  /// Shows the ports that are connected to the input.
  func showSources(_ sources: [String])

  /// Shows the present sound, about 50 times a second.
  func show(_ model: TunerModel)

  /// Shows the measurement of a held note, five times a second.
  func show(_ reading: TunerReading, in model: TunerModel)

  /// Shows the note of the drone that begins; `nil` for none.
  func showDrone(_ note: MIDINote?)
  func showLevel(_ level: AmplitudeDB)

  /// Shows a note of the map, which is stored unless the history has a fault.
  func show(_ note: MappedNote, isStored: Bool)
  func showWithdrawn(_ notes: [MappedNote])

  /// Shows the map at the end of the run; `nil` without notes.
  func showMap(_ figures: InstrumentFigures?)

  /// True if the map stays until a key ends it.
  var keepsMap: Bool { get }
  func showNotice(_ notice: Notice)
  func showFault(_ fault: Fault)

  /// Shows the keys or words.
  func showHelp()

  /// Shows the page for the connections of the ports over the tuner; `nil` ends that.
  func show(_ outputs: OutputScreen?)

  /// Passes a key to the help. Returns false if it is not shown.
  func handleInHelp(_ key: Key) -> Bool
  func showStopped(_ ending: Ending)
  func redraw()

  /// Restores the terminal.
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
