/// A complex number, laid out as FFTW has it.
struct Complex: BitwiseCopyable {
  var real: Double
  var imaginary: Double

  static let zero = Complex(real: 0, imaginary: 0)

  /// The square of the magnitude.
  var power: Double { real * real + imaginary * imaginary }

  static func * (number: Complex, factor: Double) -> Complex {
    Complex(real: number.real * factor, imaginary: number.imaginary * factor)
  }

  /// The product with the other's conjugate: its angle is that from `other` to this.
  func turned(from other: Complex) -> Complex {
    Complex(
      real: real * other.real + imaginary * other.imaginary,
      imaginary: imaginary * other.real - real * other.imaginary)
  }
}
