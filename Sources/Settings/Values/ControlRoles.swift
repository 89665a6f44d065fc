import Training

/// The role of MIDI controls, which a setting gives them.
struct ControlRole {
  let key: SettingKey

  /// The controls. Those of the slider and of the level count as controllers.
  let buttons: [MIDIButton]

  /// The trainings in which the controls have the role.
  let trainings: Set<TrainingName>

  /// A control that has this role and another one in the same training; `nil` if there is none.
  ///
  /// A key in ranges of both has the role of the narrower one, so that a single pad can differ from
  /// the rest of a keyboard.
  func conflict(with other: ControlRole) -> MIDIButton? {
    guard !trainings.isDisjoint(with: other.trainings) else { return nil }
    for button in buttons {
      for other in other.buttons {
        switch (button, other) {
        case (.notes(let keys), .notes(let others)):
          guard keys.count == others.count, keys.overlaps(others) else { continue }
          return .notes(keys.clamped(to: others))
        case (.program, .program): if button == other { return button }
        default: if let number = button.controller, number == other.controller { return button }
        }
      }
    }
    return nil
  }
}

extension MIDIButton {
  /// The number of a controller; `nil` for a note or a program.
  fileprivate var controller: Int? {
    switch self {
    case .controller(let number), .latchingSwitch(let number): number
    case .notes, .program: nil
    }
  }

  /// The rest of the button without a control that has another role.
  fileprivate func without(_ other: MIDIButton) -> [MIDIButton] {
    switch (self, other) {
    case (.notes(let keys), .notes(let others)):
      // A wider range gives way to a narrower one by itself.
      guard keys.overlaps(others), others.count >= keys.count else { return [self] }
      let below = keys.lowerBound..<max(others.lowerBound, keys.lowerBound)
      let above = min(others.upperBound + 1, keys.upperBound + 1)..<keys.upperBound + 1
      return [below, above].filter { !$0.isEmpty }.map { .notes(ClosedRange($0)) }
    case (.program, .program): return self == other ? [] : [self]
    default: return controller != nil && controller == other.controller ? [] : [self]
    }
  }
}

extension MIDISettings {
  /// The settings that give a list of buttons a role.
  private static var lists:
    [(key: SettingKey, buttons: WritableKeyPath<MIDISettings, [MIDIButton]>)]
  {
    [
      (.higherButtons, \.higher), (.lowerButtons, \.lower), ("firstButtons", \.first),
      ("secondButtons", \.second), (.commitButtons, \.commit), (.stopButtons, \.stop),
      ("againButtons", \.again), ("pauseButtons", \.pause), ("undoButtons", \.undo),
    ]
  }

  var roles: [ControlRole] {
    let all = Set(TrainingName.allCases)
    return [
      ControlRole(
        key: .slider, buttons: slider.controllers.map(MIDIButton.controller), trainings: all),
      ControlRole(key: "levelControl", buttons: level.controllers, trainings: all),
    ]
      + Self.lists.map { key, list in
        ControlRole(key: key, buttons: self[keyPath: list], trainings: Self.trainings(of: key))
      }
  }

  private static func trainings(of key: SettingKey) -> Set<TrainingName> {
    switch key {
    case .higherButtons, .lowerButtons: [.comparison]
    case "firstButtons", "secondButtons": [.purity]
    case .commitButtons: Set(TrainingName.allCases.filter { !$0.answer.isRightOrWrong })
    default: Set(TrainingName.allCases)
    }
  }

  /// Removes controls from settings of a lower layer if a higher one gives them another role.
  ///
  /// - Parameter isAbove: whether the first setting was set in a layer above that of the second.
  mutating func giveWay(_ isAbove: (SettingKey, SettingKey) -> Bool) {
    for role in roles {
      for other in roles where isAbove(role.key, other.key) {
        guard !role.trainings.isDisjoint(with: other.trainings) else { continue }
        let left = role.buttons.reduce(other.buttons) { left, button in
          left.flatMap { $0.without(button) }
        }
        guard left != other.buttons else { continue }
        if other.key == .slider { slider = .none }
        if other.key == "levelControl" { level = .none }
        if let list = Self.lists.first(where: { $0.key == other.key })?.buttons {
          self[keyPath: list] = left
          // The rest of the usual keys is still not the user's choice.
          if list == \.again { usualAgain = left }
        }
      }
    }
  }
}

extension SliderControl {
  fileprivate var controllers: [Int] {
    switch self {
    case .none: []
    case .controller(let number), .relative(let number, _): [number]
    case .pair(let number): [number, number + 32]
    // The selection of a parameter, and its value.
    case .parameter: [6, 38, 98, 99]
    }
  }
}

extension LevelControl {
  fileprivate var controllers: [MIDIButton] {
    switch self {
    case .none: []
    case .controller(let number): [.controller(number)]
    }
  }
}

extension SettingsFile {
  /// Adds the changes of other settings in the file to these: a control that gets a new role loses
  /// its old one.
  public func withControlsMoved(
    by texts: [(key: SettingKey, text: String)]
  ) throws(SettingsError) -> [(key: SettingKey, text: String)] {
    let entries = try contents(of: try image()).entries
    let new = Set(texts.map(\.key))
    var values = SettingValues()
    for entry in entries.values { entry.value.apply(to: &values) }
    for (key, text) in texts { SettingValue(key, text: text)?.apply(to: &values) }
    let before = values
    values.midi.giveWay { new.contains($0) && !new.contains($1) && entries[$1] != nil }
    let moved = SettingKey.allCases.filter { values[$0] != before[$0] }
    return texts + moved.map { (key: $0, text: values[$0].text) }
  }
}
