import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { listOauthApplications } from '@trestle/domain/credentials/calls.ts'
import * as calls from '@trestle/domain/quotas/calls.ts'
import type * as contract from '@trestle/domain/quotas/contract.ts'
import { idsOn, type QuotaServer } from '@trestle/domain/quotas/rules.ts'
import { call, type RequestFor } from '../http/call.ts'
import type { PickerOption } from '../ui/AsyncPicker.tsx'

const quotaKeys = {
  all: ['quotas'] as const,
  servers: () => [...quotaKeys.all, 'servers'] as const,
  buckets: (server: QuotaServer) => [...quotaKeys.all, 'buckets', server] as const,
  /** Not below `all`, so that the dialog of a completed change doesn't show its preview again. */
  preview: (server: QuotaServer, input: PreviewInput) => ['quotaPreview', server, input] as const,
  changes: (server: QuotaServer, bucketId: number | null, page: number) =>
    [...quotaKeys.all, 'changes', server, bucketId, page] as const,
}

export const quotaServers = () =>
  queryOptions({
    queryKey: quotaKeys.servers(),
    queryFn: ({ signal }) => call(calls.listQuotaServers, {}, { signal }),
  })

export const buckets = (server: QuotaServer) =>
  queryOptions({
    queryKey: quotaKeys.buckets(server),
    queryFn: ({ signal }) => call(calls.listBuckets, { params: { server } }, { signal }),
  })

/** Finds the OAuth applications that may call a server. */
export async function findApplications(
  server: QuotaServer,
  search: string,
  signal: AbortSignal,
): Promise<PickerOption[]> {
  const query = {
    environment: idsOn(server),
    per_page: 20,
    ...(search !== '' && { filters: { search } }),
  }
  const { rows } = await call(listOauthApplications, { query }, { signal })
  return rows.map(({ uid, name, owner_email }) => ({ value: uid, label: name, detail: owner_email }))
}

export type PreviewInput = RequestFor<typeof calls.previewBucket>['body']

/** Never cached, because further calls change the result. */
export const bucketPreview = (server: QuotaServer, input: PreviewInput) =>
  queryOptions({
    queryKey: quotaKeys.preview(server, input),
    queryFn: ({ signal }) => call(calls.previewBucket, { params: { server }, body: input }, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

const historyPerPage = 10

export const bucketChanges = (server: QuotaServer, bucketId: number | null, page: number) =>
  queryOptions({
    queryKey: quotaKeys.changes(server, bucketId, page),
    queryFn: ({ signal }) => {
      const filters = bucketId === null ? undefined : { bucket_id: bucketId }
      const query = { page, per_page: historyPerPage, filters }
      return call(calls.listBucketChanges, { params: { server }, query }, { signal })
    },
    placeholderData: keepPreviousData,
  })

/** Also refreshes after a refusal, because someone else may have made a change first. */
function useStale() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: quotaKeys.all })
}

/** Adds a bucket, or changes the one with this ID. */
export function useSaveBucket() {
  return useMutation({
    mutationFn: ({
      server,
      id,
      since,
      ...body
    }: RequestFor<typeof calls.createBucket>['body'] & {
      server: QuotaServer
      id: number | undefined
      since: string | undefined
    }) =>
      id === undefined
        ? call(calls.createBucket, { params: { server }, body })
        : call(calls.updateBucket, {
            params: { server, id },
            body: { ...body, if_unchanged_since: since },
          }),
    onSettled: useStale(),
  })
}

export function useDeleteBucket() {
  return useMutation({
    mutationFn: ({ bucket, reason }: { bucket: contract.Bucket; reason: string }) =>
      call(calls.deleteBucket, {
        params: { server: bucket.server, id: bucket.id },
        query: { reason, if_unchanged_since: bucket.updated_at },
      }),
    onSettled: useStale(),
  })
}

export function useRevertChange() {
  return useMutation({
    mutationFn: ({ server, id, reason }: { server: QuotaServer; id: number; reason: string }) =>
      call(calls.revertBucketChange, { params: { server, id }, body: { reason } }),
    onSettled: useStale(),
  })
}
