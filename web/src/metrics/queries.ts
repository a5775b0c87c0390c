import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { getMetricsSummary, getUsageReportStatus, requestUsageReport } from '@trestle/domain/metrics/calls.ts'
import { call } from '../http/call.ts'
import { queryClient } from '../http/queryClient.ts'

/** Polling interval while a report is generated; a hidden page does not poll. */
const pollMs = 3_000

const metricsKeys = {
  all: ['metrics'] as const,
  usageReport: (appId: number) => [...metricsKeys.all, appId, 'usageReport'] as const,
  summary: (appId: number) => [...metricsKeys.all, appId, 'summary'] as const,
}

export const usageReportStatus = (appId: number) =>
  queryOptions({
    queryKey: metricsKeys.usageReport(appId),
    queryFn: ({ signal }) => call(getUsageReportStatus, { params: { id: appId } }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.report?.state === 'generating' ? pollMs : false),
  })

export const usageReportRequest = (appId: number) =>
  mutationOptions({
    mutationFn: () => call(requestUsageReport, { params: { id: appId }, body: {} }),
    onSuccess: async (status) => {
      // A reply to an earlier request would overwrite this newer status.
      await queryClient.cancelQueries({ queryKey: metricsKeys.usageReport(appId) })
      queryClient.setQueryData(metricsKeys.usageReport(appId), status)
    },
    // After a refusal, the status has the time to wait.
    onError: () => queryClient.invalidateQueries({ queryKey: metricsKeys.usageReport(appId) }),
  })

export const metricsSummary = (appId: number) =>
  queryOptions({
    queryKey: metricsKeys.summary(appId),
    queryFn: ({ signal }) => call(getMetricsSummary, { params: { id: appId } }, { signal }),
  })
