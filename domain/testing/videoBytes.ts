/**
 * Builds the smallest possible video file: one track with this many frames, described by its boxes; the frames are
 * noise.
 */

export interface VideoShape {
  width: number
  height: number
  framesPerSecond: number
  brand?: 'isom' | 'qt  '
  /** Size of the frames, which makes the file as large as a test needs. */
  bytes?: number
}

const u16 = (value: number) => Uint8Array.of(value >>> 8, value)
const u32 = (value: number) => Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value)
const zeros = (count: number) => new Uint8Array(count)
const letters = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function box(name: string, ...parts: Uint8Array[]): Uint8Array {
  const body = concat(parts)
  return concat([u32(body.length + 8), letters(name), body])
}

const matrix = concat([0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].map(u32))
const timescale = 24_000

function sampleTable({ width, height, framesPerSecond, frames, frameBytes, at }: Layout): Uint8Array {
  const avc1 = box(
    'avc1',
    zeros(6),
    u16(1),
    zeros(16),
    u16(width),
    u16(height),
    u32(0x480000),
    u32(0x480000),
    u32(0),
    u16(1),
    zeros(32),
    u16(24),
    u16(0xffff),
    box('avcC', Uint8Array.of(1, 0x64, 0, 0x1f, 0xff, 0xe0, 0)),
  )
  const duration = Math.round(timescale / framesPerSecond)
  return box(
    'stbl',
    box('stsd', u32(0), u32(1), avc1),
    box('stts', u32(0), u32(1), u32(frames), u32(duration)),
    box('stsc', u32(0), u32(1), u32(1), u32(frames), u32(1)),
    box('stsz', u32(0), u32(frameBytes), u32(frames)),
    box('stco', u32(0), u32(1), u32(at)),
  )
}

interface Layout extends VideoShape {
  frames: number
  frameBytes: number
  /** Offset of the first frame. */
  at: number
}

function moov(layout: Layout): Uint8Array {
  const { width, height, framesPerSecond, frames } = layout
  const duration = Math.round((timescale / framesPerSecond) * frames)
  return box(
    'moov',
    box(
      'mvhd',
      u32(0),
      zeros(8),
      u32(timescale),
      u32(duration),
      u32(0x10000),
      u16(0x100),
      zeros(10),
      matrix,
      zeros(24),
      u32(2),
    ),
    box(
      'trak',
      box(
        'tkhd',
        u32(3),
        zeros(8),
        u32(1),
        zeros(4),
        u32(duration),
        zeros(8),
        zeros(8),
        matrix,
        u32(width << 16),
        u32(height << 16),
      ),
      box(
        'mdia',
        box('mdhd', u32(0), zeros(8), u32(timescale), u32(duration), u32(0x55c40000)),
        box('hdlr', u32(0), zeros(4), letters('vide'), zeros(12), letters('video\0')),
        box(
          'minf',
          box('vmhd', u32(1), zeros(8)),
          box('dinf', box('dref', u32(0), u32(1), box('url ', u32(1)))),
          sampleTable(layout),
        ),
      ),
    ),
  )
}

export function makeVideoBytes(shape: VideoShape): Uint8Array<ArrayBuffer> {
  const frames = 48
  const frameBytes = Math.max(100, Math.round((shape.bytes ?? 4800) / frames))
  const ftyp = box('ftyp', letters(shape.brand ?? 'isom'), u32(512), letters(shape.brand ?? 'isom'))
  const head = (at: number) => concat([ftyp, moov({ ...shape, frames, frameBytes, at })])
  const at = head(0).length + 8
  return concat([head(at), box('mdat', new Uint8Array(frames * frameBytes).fill(7))])
}
