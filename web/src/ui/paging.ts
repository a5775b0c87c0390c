import type { TotalRelation } from '@trestle/domain/http/paging.ts'

export function rowRange(page: number, perPage: number, total: number): { from: number; to: number } {
  return { from: Math.min(total, (page - 1) * perPage + 1), to: Math.min(total, page * perPage) }
}

const grouped = new Intl.NumberFormat('en-US')

/** Returns a total as text: "10,000+" if a search stopped counting there. */
export const formatTotal = (total: number, relation: TotalRelation = 'eq'): string =>
  `${grouped.format(total)}${relation === 'gte' ? '+' : ''}`
