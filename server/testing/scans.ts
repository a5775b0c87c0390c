/** The positions of a block's values, after the first. Each gets its own scans. */
const positions = Array.from({ length: 63 }, (_, index) => index + 1)
/** The bits of a value after the first scan of its position. Each gets a scan. */
const laterBits = Array.from({ length: 10 }, (_, index) => 9 - index)

const segment = (marker: number, body: number[]): Buffer => {
  const length = body.length + 2
  return Buffer.from([0xff, marker, length >> 8, length & 0xff, ...body])
}

/** Packs bits into bytes, filled up with ones. */
function pack(bits: string): Buffer {
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1')
  return Buffer.from(
    (padded.match(/.{8}/g) ?? []).flatMap((byte) => {
      const value = Number.parseInt(byte, 2)
      return value === 0xff ? [value, 0] : [value]
    }),
  )
}

interface Scan {
  first: number
  last: number
  before: number
  after: number
}

const header = ({ first, last, before, after }: Scan): Buffer =>
  segment(0xda, [1, 1, 0, first, last, (before << 4) | after])

/** The Huffman tables: one code for the mean of a block, and those for the end of one block or of 2^14 and more. */
const means = segment(0xc4, [0x00, 1, ...Array<number>(15).fill(0), 0])
const ends = segment(0xc4, [0x10, 1, 1, ...Array<number>(14).fill(0), 0xe0, 0x00])

/** Creates a valid gray JPEG of 694 scans, each of which takes as long to read as a whole picture of one scan. */
export function makeManyScans(side: number): Buffer {
  const blocks = Math.ceil(side / 8) ** 2
  const empty = pack('10'.repeat(blocks))
  const later = positions.flatMap((at) => [
    header({ first: at, last: at, before: 0, after: 10 }),
    empty,
    ...laterBits.flatMap((bit) => [header({ first: at, last: at, before: bit + 1, after: bit }), empty]),
  ])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array<number>(64).fill(1)]),
    segment(0xc2, [8, side >> 8, side & 0xff, side >> 8, side & 0xff, 1, 1, 0x11, 0]),
    means,
    ends,
    header({ first: 0, last: 0, before: 0, after: 0 }),
    pack('0'.repeat(blocks)),
    ...later,
    Buffer.from([0xff, 0xd9]),
  ])
}
