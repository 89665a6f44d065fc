extension Instrument {
  /// The bank of all that the font holds, away from those of General MIDI.
  static let builtInBank: UInt16 = 8

  /// A steady tone whose spectrum goes with the key.
  init(of timbre: Timbre, table: SineTable) {
    self.init(
      name: timbre.name, bank: timbre.bank, program: timbre.program,
      zones: KeyZone.zones(for: timbre).map { zone in
        Zone(
          keys: zone.keys,
          sample: Sample(
            name: "\(timbre.name) \(zone.keys.upperBound)",
            cycle: Cycle(
              harmonics: BandLimit.harmonics(of: timbre, upTo: zone.keys.upperBound),
              table: table)))
      })
  }

  /// An instrument's likeness.
  init(of likeness: Likeness, table: SineTable) {
    self.init(
      name: likeness.name, bank: Self.builtInBank, program: likeness.program,
      zones: LikenessZone.zones(of: likeness).flatMap { $0.zones(table: table) })
  }
}
