import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as calls from '@trestle/domain/jobs/calls.ts'
import { jobStates, type JobState } from '@trestle/domain/jobs/states.ts'
import { call, type RequestFor } from '../http/call.ts'
import type { ListAddress, ReadFilters } from '../shared/listState.ts'
import { readChoice, readText } from '../shared/readers.ts'

type JobQuery = NonNullable<RequestFor<typeof calls.listJobs>['query']>

const jobKeys = {
  all: ['jobs'] as const,
  list: (query: JobQuery) => [...jobKeys.all, 'list', query] as const,
  failed: () => [...jobKeys.all, 'failed'] as const,
}

export interface JobFilters {
  state: JobState | ''
  kind: string
}

export const readJobFilters: ReadFilters<JobFilters> = ({ state, kind }) => ({
  state: readChoice(state, jobStates) ?? '',
  kind: readText(kind) ?? '',
})

/** Polling interval of the list while the page is visible. */
export const listMs = 15_000
const bannerMs = 60_000

/** Loads the page of the jobs that an address names. */
export const jobList = ({ page, perPage, filters: { state, kind } }: ListAddress<JobFilters>) => {
  const filters = { ...(state !== '' && { state }), ...(kind !== '' && { kind }) }
  const query = { page, per_page: perPage, filters }
  return queryOptions({
    queryKey: jobKeys.list(query),
    queryFn: ({ signal }) => call(calls.listJobs, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: listMs,
  })
}

/** Loads how many jobs failed: the total of the list. */
export const failedJobs = (refetchInterval = bannerMs) =>
  queryOptions({
    queryKey: jobKeys.failed(),
    queryFn: ({ signal }) =>
      call(
        calls.listJobs,
        { query: { per_page: 1, filters: { state: 'failed' } } },
        { signal, background: true },
      ),
    refetchInterval,
    refetchOnWindowFocus: true,
  })

function useRefreshJobs() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: jobKeys.all })
}

export const useRetryJob = () =>
  useMutation({
    mutationFn: (id: number) => call(calls.retryJob, { params: { id } }),
    onSettled: useRefreshJobs(),
  })

export const useRetryFailedJobs = () =>
  useMutation({
    mutationFn: (kind: string) => call(calls.retryFailedJobs, { body: kind === '' ? {} : { kind } }),
    onSettled: useRefreshJobs(),
  })

export const useCancelJob = () =>
  useMutation({
    mutationFn: (id: number) => call(calls.cancelJob, { params: { id } }),
    onSettled: useRefreshJobs(),
  })
