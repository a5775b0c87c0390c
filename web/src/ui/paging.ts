export function rowRange(page: number, perPage: number, total: number): { from: number; to: number } {
  return { from: Math.min(total, (page - 1) * perPage + 1), to: Math.min(total, page * perPage) }
}
