import Language

extension SettingTable {
  /// What follows an answer, and how long a session is.
  static let flow: [SettingRow] = [
    SettingRow(
      "afterWrongAnswer", .feedback, \.afterWrongAnswer, .word,
      name: localized(context: "name of a setting", "After an error"),
      words: ValueWords.afterWrongAnswer,
      meaning: localized(
        "What follows a wrong answer: the notes once more with the true one, or the next trial."),
      comment: """
        What follows a wrong answer, or a note that you tuned worse than you usually do: "replay"
        (the notes once more, with the true one) or "next" (the next trial). If nothing is set, a
        pipe, --json, and --plain on a terminal use "next".
        """),
    SettingRow(
      "feedbackTime", .feedback, \.feedbackTime,
      .decimal(SettingValues.feedbackTimes, step: 0.1), unit: .seconds,
      name: localized(context: "name of a setting", "Verdict"),
      meaning: localized("How long a verdict stands before the next trial or the replay."),
      comment: """
        How many seconds a verdict stands before the next trial or the replay: 0.4…5. After a note that you
        play, they begin when your note has ended.
        """),
    SettingRow(
      "nextTrial", .feedback, \.nextTrial, .word,
      name: localized(context: "name of a setting", "Next trial"), words: ValueWords.nextTrial,
      meaning: localized("Whether the next trial begins by itself or when you press a key."),
      comment: """
        Whether the next trial begins by itself ("auto") or when you press Enter ("key"; in a pipe:
        start). If nothing is set, --plain on a terminal uses "key".
        """),
    SettingRow(
      "sessionTrials", .task, \.sessionTrials, .wholeNumber(SettingValues.sessionLengths),
      name: localized(context: "name of a setting", "Session"), words: ValueWords.trials,
      meaning: localized(
        """
        How many comparisons or purity questions a session has, and half as many notes to tune \
        or play; 0 means no end.
        """),
      comment: """
        How many comparisons or purity questions a session has; a session of matching or playing has
        half as many notes: 0…1000, where 0 means that it never ends by itself. The option --trials
        overrides it. If nothing is set, a pipe and --json use 0.
        """),
    SettingRow(
      "breakMinutes", .feedback, \.breakMinutes, .wholeNumber(SettingValues.breakLimits),
      unit: .minutes,
      name: localized(context: "name of a setting", "Break after"), words: ValueWords.minutes,
      meaning: localized("After how much training Peach suggests a break; 0 means never."),
      comment: """
        After how many minutes of training without a rest of three minutes Peach suggests a break at
        the end of a session: 0…240, where 0 means never. Nothing interrupts a session.
        """),
    SettingRow(
      "wrongAnswerSignal", .feedback, \.wrongAnswerSignal, .word, preview: .bell,
      name: localized(context: "name of a setting", "Signal"), words: ValueWords.signal,
      meaning: localized(
        "How Peach signals a wrong answer in comparison training, in addition to the text."),
      comment: """
        How Peach signals a wrong answer in comparison training, in addition to the text: "none", or
        "bell" (the bell of the terminal).
        """),
    SettingRow(
      "livePitch", .feedback, \.livePitch, .word,
      name: localized(context: "name of a setting", "Live pitch"),
      words: ValueWords.livePitch,
      meaning: localized("Whether playing training shows your pitch while it sounds."),
      comment: """
        Whether peach play shows on the screen how far your note is from the true one while it sounds:
        "off", "on" or "fading" (in the first quarter of a session, in two of three notes of the next
        one, in one of three of the third, and then no more, so that the ear takes over).
        """),
    SettingRow(
      "discardOnXrun", .more, \.discardOnXrun, .truth,
      name: localized(context: "name of a setting", "Repeat on xrun"),
      meaning: localized(
        "Whether a trial in which the sound breaks off is void and asked again."),
      comment: """
        Whether a trial is void and asked again if the sound breaks off (an xrun) before it is answered: true
        or false. It happens once for each trial at most, and no more after three times in ten trials. If
        nothing is set, it happens on a terminal, and not in a pipe or with --json.
        """),
  ]
}
