import { mutationOptions, queryOptions } from '@tanstack/react-query'
import {
  getMetricsSummary,
  getUsageReportStatus,
  requestUsageReport,
} from '@trestle/domain/metrics/contract.ts'
import { call } from '../http/call.ts'
import { queryClient } from '../http/queryClient.ts'

/** How often news of a report in the making are asked for; a hidden page asks nothing. */
const pollMs = 3_000

const statusKey = (appId: number) => ['metrics', appId, 'usageReport']

export const usageReportStatus = (appId: number) =>
  queryOptions({
    queryKey: statusKey(appId),
    queryFn: ({ signal }) => call(getUsageReportStatus, { params: { id: appId } }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.report?.state === 'generating' ? pollMs : false),
  })

export const usageReportRequest = (appId: number) =>
  mutationOptions({
    mutationFn: () => call(requestUsageReport, { params: { id: appId }, body: {} }),
    // Without a connection it fails and says so, instead of waiting for one.
    networkMode: 'always',
    onSuccess: async (status) => {
      // An answer under way was given before this one.
      await queryClient.cancelQueries({ queryKey: statusKey(appId) })
      queryClient.setQueryData(statusKey(appId), status)
    },
    // Who was refused learns how long to wait.
    onError: () => queryClient.invalidateQueries({ queryKey: statusKey(appId) }),
  })

export const metricsSummary = (appId: number) =>
  queryOptions({
    queryKey: ['metrics', appId, 'summary'],
    queryFn: ({ signal }) => call(getMetricsSummary, { params: { id: appId } }, { signal }),
  })
