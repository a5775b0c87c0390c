import type { ReportRange } from '@trestle/domain/metrics/contract.ts'

/** Returns the address of a report, or of its export, for a range and a page of days. */
export function reportAddress(
  address: string,
  { range, page = 1 }: { range: ReportRange; page?: number },
): string {
  const query = new URLSearchParams()
  if (range !== 'all') query.set('range', range)
  if (page > 1) query.set('page', String(page))
  return query.size === 0 ? address : `${address}?${query.toString()}`
}
