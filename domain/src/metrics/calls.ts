import { apiCall } from '../http/apiCall.ts'

export const recordPlatformEvents = apiCall({
  operationId: 'recordPlatformEvents',
  method: 'POST',
  path: '/api/v1/platform/events',
})

export const requestUsageReport = apiCall({
  operationId: 'requestUsageReport',
  method: 'POST',
  path: '/api/v1/developer_apps/:id/api_usage_reports',
})

export const getUsageReportStatus = apiCall({
  operationId: 'getUsageReportStatus',
  method: 'GET',
  path: '/api/v1/developer_apps/:id/api_usage_reports/latest',
})

export const getMetricsSummary = apiCall({
  operationId: 'getMetricsSummary',
  method: 'GET',
  path: '/api/v1/developer_apps/:id/metrics_summary',
})
