/// What holds of the outputs in a run: what is set, unless a session manager wires the programs. What
/// this run's own option says holds even then.
public enum OutputRule {
  public static func choice(
    set choice: OutputChoice, by source: SettingSource, under manager: SessionManager?
  ) -> OutputChoice {
    manager == nil || source == .option ? choice : .off
  }
}
