import type {
  FetchInfiniteQueryOptions,
  FetchQueryOptions,
  QueryFunction,
  QueryFunctionContext,
  QueryKey,
} from '@tanstack/react-query'
import { queryClient } from './queryClient.ts'
import { markPrefetch } from './unattended.ts'

const isShown = ({ queryKey }: Pick<QueryFunctionContext, 'queryKey'>): boolean =>
  queryClient.getQueryCache().find({ queryKey, exact: true })?.isActive() ?? false

function unattended<Data, Key extends QueryKey, PageParam>(
  queryFn: QueryFunction<Data, Key, PageParam>,
): QueryFunction<Data, Key, PageParam> {
  return (context) => {
    markPrefetch(context.signal, () => isShown(context))
    return queryFn(context)
  }
}

/**
 * Starts a query that a page is about to need, unless its data is fresh. A failure shows nothing and doesn't ask to
 * sign in: the page's own query tries again and reports it.
 */
export function prefetch<Data, Key extends QueryKey>(
  options: FetchQueryOptions<Data, Error, Data, Key> & { queryFn?: QueryFunction<Data, Key> },
): void {
  const { queryFn } = options
  void queryClient.prefetchQuery({ ...options, ...(queryFn && { queryFn: unattended(queryFn) }) })
}

/** Like `prefetch`, for the first page of an endless list. */
export function prefetchFirstPage<Data, Key extends QueryKey, PageParam>(
  options: FetchInfiniteQueryOptions<Data, Error, Data, Key, PageParam> & {
    queryFn?: QueryFunction<Data, Key, PageParam>
  },
): void {
  const { queryFn } = options
  void queryClient.prefetchInfiniteQuery({ ...options, ...(queryFn && { queryFn: unattended(queryFn) }) })
}
