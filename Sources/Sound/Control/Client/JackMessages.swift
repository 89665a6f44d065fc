import CJack

/// Keeps libjack from writing to standard error: what it has to say reaches the user as errors and
/// notices of Peach's own.
enum JackMessages {
  static func silence() {
    jack_set_error_function { _ in }
    jack_set_info_function { _ in }
  }
}
