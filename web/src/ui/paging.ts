import type { TotalRelation } from '@trestle/domain/http/paging.ts'
import { formatNumber } from '@trestle/domain/text/formatNumber.ts'

export function rowRange(page: number, perPage: number, total: number): { from: number; to: number } {
  return { from: Math.min(total, (page - 1) * perPage + 1), to: Math.min(total, page * perPage) }
}

/** Returns a total as text: "10,000+" if a search stopped counting there. */
export const formatTotal = (total: number, relation: TotalRelation = 'eq'): string =>
  `${formatNumber(total)}${relation === 'gte' ? '+' : ''}`
