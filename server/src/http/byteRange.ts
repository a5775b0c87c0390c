/** A part of a file; both ends are included. */
export interface ByteRange {
  start: number
  end: number
}

/** Parses a `range` header: one range, or everything; null when the range can't be satisfied (RFC 9110). */
export function parseRange(header: string | undefined, size: number): ByteRange | 'all' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return 'all'
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start <= end && start < size ? { start, end } : null
}
