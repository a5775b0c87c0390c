import { onTestFinished } from 'vitest'
import { openReportCollector, type ReportCollector } from './reportCollector.ts'

/** Opens a collector of error reports and closes it when the test ends. */
export async function startErrorCollector(): Promise<ReportCollector> {
  const collector = await openReportCollector()
  onTestFinished(collector.close)
  return collector
}
