import type { Page, Paged } from '@trestle/domain/http/paging.ts'
import type { SelectQueryBuilder } from 'kysely'

async function countRows<Tables, Names extends keyof Tables, Row>(
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

/**
 * Lists one page of an ordered query, and counts its rows, unless they can be counted faster. For lists that stay short:
 * long ones use `findPage`.
 */
export async function listPage<Tables, Names extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Names, Row>,
  { page, per_page: perPage }: Page,
  count: () => Promise<number> = () => countRows(query),
): Promise<Paged<Row>> {
  const rows = await query
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return { rows, total: await count() }
}
