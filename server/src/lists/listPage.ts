import type { Page, Paged } from '@trestle/domain/http/paging.ts'
import type { SelectQueryBuilder } from 'kysely'

/** Lists one page of an ordered query, and counts its rows. For lists that stay short: long ones use `findPage`. */
export async function listPage<Tables, Names extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Names, Row>,
  { page, per_page: perPage }: Page,
): Promise<Paged<Row>> {
  const rows = await query
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  const { total } = await query
    .clearSelect()
    .clearOrderBy()
    .select((row) => row.fn.countAll<number>().as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow()
  return { rows, total }
}
