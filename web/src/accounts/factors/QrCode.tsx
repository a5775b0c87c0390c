import { encode } from 'uqr'
import classes from './QrCode.module.css'

/** The quiet zone that scanners need around a code (ISO/IEC 18004). */
const border = 4

/** Renders a QR code, dark on white in both color schemes, because many scanners read nothing else. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img would need the code as a file
    <svg className={classes['code']} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
