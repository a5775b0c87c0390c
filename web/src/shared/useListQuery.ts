import { useQuery, type DefaultError, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { CallError } from '../http/callError.ts'
import type { ListState } from './listState.ts'

/**
 * Loads one page of a list. A page past the end, from an old link or after rows were deleted, becomes the last page.
 */
export function useListQuery<Data extends { perPage: number }, Key extends QueryKey>(
  list: Pick<ListState<never>, 'correctPage'> & Partial<Pick<ListState<never>, 'followPerPage'>>,
  options: UseQueryOptions<Data, DefaultError, Data, Key>,
) {
  const query = useQuery(options)
  const lastPage = query.error instanceof CallError ? query.error.lastPage : null
  const correct = useEffectEvent(list.correctPage)
  useEffect(() => {
    if (lastPage !== null) correct(lastPage)
  }, [lastPage])
  const answered = query.isPlaceholderData ? undefined : query.data?.perPage
  const follow = useEffectEvent((perPage: number) => list.followPerPage?.(perPage))
  useEffect(() => {
    if (answered !== undefined) follow(answered)
  }, [answered, query.dataUpdatedAt])
  return lastPage === null ? query : { ...query, error: null, isFetching: true }
}
