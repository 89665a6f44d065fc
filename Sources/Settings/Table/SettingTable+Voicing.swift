import Language
import Music
import Training

extension SettingTable {
  /// What sounds beside the note that is judged or tuned.
  static let voicing: [SettingRow] = [
    SettingRow(
      "presentation", .task, \.presentation, .word, preview: .intervals,
      name: localized(context: "name of a setting", "Two notes"), words: ValueWords.presentation,
      meaning: localized(
        "Whether the second note follows the first (melodic) or joins it (harmonic)."),
      comment: """
        How the notes of a comparison and of matching sound: "melodic" (the second follows the
        first) or "harmonic" (the first goes on while the second sounds, so that beats can be
        heard). Each way has a part of the profile of its own. In purity training notes always
        sound together.
        """),
    SettingRow(
      "accompaniment", .task, \.accompaniment,
      .intervals(
        most: Voicing.mostVoices,
        allowed: localized(
          "%@ of %@", NumberText.span("1", "\(Voicing.mostVoices)"),
          DirectedInterval.all.map(\.description).joined(separator: " "))),
      preview: .intervals,
      name: localized(context: "name of a setting", "Accompaniment"),
      words: ValueWords.accompaniment,
      meaning: localized(
        "The notes that sound from the beginning; P1,P5 with the interval M3 is a major triad."),
      comment: """
        The notes that sound from the beginning, measured from the reference note in the tuning of
        the session: one to four of P1 m2 M2 m3 M3 P4 TT P5 m6 M6 m7 M7 P8, down with a hyphen.
        ["P1"] is the reference note alone; ["P1", "P5"] with the interval M3 is a major triad whose
        third is judged or tuned; ["P5"] is the same without its root.
        """),
    SettingRow(
      "accompanimentLevel", .task, \.accompanimentLevel,
      .decimal(Voicing.levels, step: 1, { AmplitudeDB($0) }, { $0.decibels }),
      unit: .decibels, preview: .intervals,
      name: localized(context: "name of a setting", "Its level"),
      meaning: localized(
        "How loud each note of the accompaniment is against the note that joins it."),
      comment: """
        The level of each note of the accompaniment against the note that joins it, in dB: -24…0. A
        chord as a whole is made so much softer that it never distorts.
        """),
    SettingRow(
      "referenceNote", .task, \.referenceNote,
      .text(
        { ReferenceNote($0) }, { $0.description }, words: ["any"], isNumberAllowed: true,
        node: { .string(TypedMusic.spelling(ofNote: $0)) },
        allowed: localized(
          "any, the name of a note such as C3 or F#3, or its MIDI number (%@)",
          span(NoteRange.limits))),
      preview: .notes,
      name: localized(context: "name of a setting", "Reference note"),
      words: ValueWords.referenceNote,
      meaning: localized("The only reference note, so that the tonic stays and intervals change."),
      comment: """
        The reference note: "any" of the range, or always the same, so that the tonic stays and the
        intervals change: its name ("C3", where C4 is middle C) or its MIDI number, 21…108.
        """),
    SettingRow(
      "drone", .task, \.drone, .truth,
      name: localized(context: "name of a setting", "Drone"),
      meaning: localized(
        """
        Whether the accompaniment sounds through the whole session; this needs notes that sound \
        together and one reference note.
        """),
      comment: """
        Whether the accompaniment sounds through the whole session, from its start on, also between
        trials and in a pause, and only the note that joins it comes and goes: true or false. It
        needs notes that sound together (presentation "harmonic", or purity training) and a
        referenceNote.
        """),
  ]
}
