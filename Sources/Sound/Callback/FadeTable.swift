/// The rising half of a raised cosine, sampled once for every frame of a fade.
///
/// `UnsafePointer` to memory that `Control/` took and that outlives every voice using it.
struct FadeTable: BitwiseCopyable {
  /// ½·(1 − cos(π·(i + ½)/frames)) for i in 0..<frames.
  let gains: UnsafePointer<Float>

  /// The length of the fade, > 0.
  let frames: Int
}
