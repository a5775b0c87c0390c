export interface Range {
  start: number
  end: number
}

/** What a `range` header asks of so many bytes: one range, or everything; null when it cannot be had (RFC 9110). */
export function parseRange(header: string | undefined, size: number): Range | 'all' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return 'all'
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start <= end && start < size ? { start, end } : null
}
