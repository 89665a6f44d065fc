/// Lets time pass, also in a task that is cancelled: what has begun is brought to its end.
nonisolated enum Rest {
  static func seconds(_ seconds: Double) async {
    await Task.detached { try? await Task.sleep(for: .seconds(seconds)) }.value
  }
}
