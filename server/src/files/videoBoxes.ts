type ReadBytes = (length: number, offset: number) => Promise<Buffer>

/** A video can't be played in full unless all of these are complete. Cameras append other data after them. */
const requiredBoxes = ['moov', 'moof', 'mdat']

/** More boxes than hours of fragments have. A file of tiny boxes must not keep the server busy. */
const maxBoxes = 50_000

/**
 * Longer than the index of a video of several hours. It is read into memory, where it takes up to 40 times its length.
 */
const maxIndexBytes = 16 * 1024 * 1024

interface Box {
  type: string
  /** The length, including the header. */
  bytes: number
}

/** Reads the header of a box; null if there is none. */
async function readBox(read: ReadBytes, offset: number, bytesLeft: number): Promise<Box | null> {
  const header = await read(16, offset)
  if (header.length < 8) return null
  const type = header.toString('latin1', 4, 8)
  const length = header.readUInt32BE(0)
  // 0 means up to the end of the file, 1 that the length follows in 64 bits.
  if (length === 0) return { type, bytes: bytesLeft }
  if (length !== 1) return length < 8 ? null : { type, bytes: length }
  if (header.length < 16) return null
  const long = Number(header.readBigUInt64BE(8))
  return long < 16 ? null : { type, bytes: long }
}

/**
 * Returns whether an MP4 or QuickTime file has its complete index and frames.
 *
 * A file whose upload or export was cut off still states its full lengths, so a box reaches past its end.
 */
export async function isCompleteVideo(bytes: number, read: ReadBytes): Promise<boolean> {
  const seen = new Set<string>()
  const isComplete = () => seen.has('moov') && seen.has('mdat')
  let offset = 0
  for (let count = 0; offset < bytes; count += 1) {
    if (count === maxBoxes) return false
    const box = await readBox(read, offset, bytes - offset)
    if (box === null) return isComplete()
    if (box.type === 'moov' && box.bytes > maxIndexBytes) return false
    if (offset + box.bytes > bytes) return !requiredBoxes.includes(box.type) && isComplete()
    seen.add(box.type)
    offset += box.bytes
  }
  return isComplete()
}
