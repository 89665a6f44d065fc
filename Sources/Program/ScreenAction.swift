import Charts
import Console
import History
import Music
import Settings
import Training

/// An action that a screen requests from the program.
package enum ScreenAction: Hashable {
  case train(TrainingChoice)
  /// Run the plan of the day.
  case today
  /// Play for the map of the instrument.
  case map
  case open(ScreenName)
  /// Play the note or the intervals of a training, in the presentation of the settings unless the
  /// training has its own.
  case hearIntervals([DirectedInterval], Presentation? = nil)
  /// Change the level of everything that sounds, until Peach ends.
  case changeLevel(LevelChange)
  /// Show and train with another listener's history; `nil` for the usual one.
  case chooseListener(ListenerName?)
  /// Give another listener's history to one with another name; `nil` sets it aside.
  case moveListener(ListenerName, to: ListenerName?)
  case quit

  /// The action of a key that works on every screen without a text field; `nil` for another key.
  package init?(everywhere key: Key) {
    switch key.command {
    case .character("+"), .character("="): self = .changeLevel(.by(1))
    case .character("-"): self = .changeLevel(.by(-1))
    case .character("o"): self = .open(.output)
    default: return nil
    }
  }
}

/// The screens that the start screen opens.
package enum ScreenName: Hashable {
  case profile
  case settings
  /// The voice or instrument of the user.
  case player
  case output
  case listener
  case info
}
