export const pageCount = (total: number, perPage: number) =>
  Math.max(1, Math.ceil(total / Math.max(1, perPage)))

/** A page number outside 1…last is ignored. */
export const isPage = (page: number, total: number, perPage: number) =>
  Number.isInteger(page) && page >= 1 && page <= pageCount(total, perPage)

export function rangeOf(page: number, perPage: number, total: number): { from: number; to: number } {
  return { from: Math.min(total, (page - 1) * perPage + 1), to: Math.min(total, page * perPage) }
}
