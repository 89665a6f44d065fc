import Charts
import Foundation

/// A trial as the output modes show it. Nothing but `fields` tells the answer.
struct ShownTrial: Hashable {
  /// What is trained.
  let title: String

  /// Its number.
  let index: Int

  /// After how many trials the session ends; `nil` if it goes on until the user ends it.
  var count: Int?

  /// The interval, with the tuning that sizes it.
  let interval: String

  /// Whether it is another one than the unison.
  let isOfInterval: Bool

  /// What is asked, if the listener does not know the interval yet.
  var question: String?
  let fields: [ShownField]
}

/// A state as the output modes show it.
struct ShownState: Hashable {
  /// As spelt in JSON.
  let name: String

  /// Why the training waits or the truth is heard, as spelt in JSON.
  var reason: String?

  /// For the how-many-th time the trial is heard, if not for the first time and this is where it begins.
  var hearing: Int?

  /// What is said of it on its own line; `nil` for nothing.
  var line: String?

  /// The same for those who send commands instead of pressing keys; `nil` if nothing differs.
  var commandLine: String?

  /// What the stage shows; `nil` for nothing new.
  var scene: TrialScene?

  /// Whether a slider counts from here.
  var beginsTuning = false

  /// For how long nobody can mean an answer, in seconds: what began has hardly been heard.
  var deafTime = 0.0

  /// Whether the truth is heard, and an answer would only end that.
  var isReplay = false
}

/// A result as the output modes show it.
struct ShownResult: Hashable {
  let line: String
  let fields: [ShownField]

  /// What the stage shows.
  let scene: TrialScene

  /// Its place in the course of the session.
  let point: SessionCourse.Point

  /// Whether it may be signalled as a wrong answer.
  var isWrong = false
}

/// What a session has come to, as the output modes show it.
struct ShownSummary: Hashable {
  let fields: [ShownField]
}

/// A void trial as the output modes show it.
struct ShownDiscard: Hashable {
  /// What is said of it; `nil` for nothing.
  let line: String?
  let fields: [ShownField]
}

/// An answer that was taken back, as the output modes show it.
struct ShownWithdrawal: Hashable {
  let line: String
  let fields: [ShownField]
}

/// A member of a JSON event.
struct ShownField: Hashable {
  enum Value: Hashable {
    case int(Int)
    case double(Double)
    case bool(Bool)
    case text(String)
    case list([String])
    /// The id of a record; `null` unless the record is safely on disk.
    case id(UUID)
    /// A number that is `null` if it is not known.
    case figure(Double?)
    case object([ShownField])
  }

  let name: String
  let value: Value

  /// Whether Open Sound Control sends it, too, in the order of the fields.
  let isSent: Bool

  init(_ name: String, _ value: Value, isSent: Bool = false) {
    self.name = name
    self.value = value
    self.isSent = isSent
  }
}
