const ranges = {
  red: [345, 20],
  yellow: [25, 65],
  green: [90, 170],
  teal: [171, 199],
  blue: [200, 255],
  magenta: [290, 340],
} as const
export type Hue = keyof typeof ranges

/** Returns the angle of a computed color on the color wheel, such as 120 for `rgb(0, 128, 0)`. */
export function toHueAngle(color: string): number {
  const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map(Number)
  const angle = Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b)
  return ((angle * 180) / Math.PI + 360) % 360
}

/** Returns whether people would use this name for a color at this angle. */
export function isHue(angle: number, name: Hue): boolean {
  const [from, to] = ranges[name]
  return from < to ? angle >= from && angle <= to : angle >= from || angle <= to
}
