import type { Page, Paged } from '@trestle/domain/http/paging.ts'
import type { SelectQueryBuilder } from 'kysely'

/** Returns how many rows come before a page. */
export const offsetOf = ({ page, per_page: perPage }: Page): number => (page - 1) * perPage

/**
 * Returns a list's number of rows. They are only counted if the page doesn't show where the list ends: most lists are
 * shorter than a page.
 */
export async function totalOf(
  shown: readonly unknown[],
  page: Page,
  count: () => Promise<number>,
): Promise<number> {
  const showsEnd = shown.length < page.per_page && (shown.length > 0 || page.page === 1)
  return showsEnd ? offsetOf(page) + shown.length : count()
}

/** Counts the rows that a query finds. */
export async function countRows<Tables, Names extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Names, Row>,
): Promise<number> {
  const { total } = await query
    .clearSelect()
    .clearOrderBy()
    .select((row) => row.fn.countAll<number>().as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow()
  return total
}

/** Lists one page of an ordered query, and counts its rows. For short lists only; long ones use `findPage`. */
export async function listPage<Tables, Names extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Names, Row>,
  page: Page,
): Promise<Paged<Row>> {
  const rows = await query.limit(page.per_page).offset(offsetOf(page)).execute()
  return { rows, total: await totalOf(rows, page, () => countRows(query)) }
}
