/** More than any program writes. Progressive pictures have about ten. */
export const maxScans = 100

const startOfScan = 0xda
const endOfImage = 0xd9

/** Markers without a length: padding, and those that restart the decoder within a scan. */
const isBare = (marker: number): boolean => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)

/** Returns the position of the next marker's last byte, or -1 if there is none. Within a scan, 0xff 0x00 is data. */
function findMarker(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at)) {
    while (bytes[at] === 0xff) at += 1
    if (bytes[at] !== 0x00) return at
  }
  return -1
}

/**
 * Counts the scans of a JPEG up to one more than the limit. Reading a scan takes as long as reading a whole picture that
 * has only one, and a few bytes are enough for a scan: a picture of 3 MB can keep a processor busy for half a minute.
 */
export function countScans(bytes: Buffer): number {
  let scans = 0
  let at = findMarker(bytes, 0)
  while (at !== -1 && at < bytes.length && scans <= maxScans) {
    const marker = bytes[at] ?? endOfImage
    if (marker === endOfImage) break
    if (marker === startOfScan) scans += 1
    const hasLength = !isBare(marker) && at + 2 < bytes.length
    at = findMarker(bytes, hasLength ? at + 1 + bytes.readUInt16BE(at + 1) : at + 1)
  }
  return scans
}
