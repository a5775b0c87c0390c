import { lastPageFor, type Page, type Paged } from '@trestle/domain/http/paging.ts'

/**
 * Returns the RFC 8288 `link` header of a paged list, with those of first, prev, next and last that exist. A search
 * that stopped counting has no last page.
 */
export function pageLinks(
  url: string,
  { page, per_page }: Page,
  { total, relation }: Pick<Paged<unknown>, 'total' | 'relation'>,
): string {
  const last = lastPageFor(total, per_page)
  const address = new URL(url)
  const targets: [rel: string, page: number][] = [
    ['first', 1],
    ['prev', page - 1],
    ['next', page + 1],
    ...(relation === 'gte' ? [] : [['last', last] satisfies [string, number]]),
  ]
  return targets
    .filter(([, target]) => target >= 1 && target <= last)
    .map(([rel, target]) => {
      address.searchParams.set('page', String(target))
      return `<${address.toString()}>; rel="${rel}"`
    })
    .join(', ')
}
