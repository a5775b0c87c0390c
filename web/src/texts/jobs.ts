import { addTexts } from './loaded.ts'

export const jobs = {
  description:
    'Emails, sandboxes, reports and cleanups run in the background. A job that fails is tried again until its last attempt.',
  description_gov:
    'Emails, reports and cleanups run in the background. A job that fails is tried again until its last attempt.',
  label: 'Background jobs',
  state: 'State',
  anyState: 'Any state',
  states: {
    waiting: 'Waiting',
    running: 'Running',
    done: 'Done',
    failed: 'Failed',
    canceled: 'Canceled',
    canceling: 'Canceling',
  },
  kind: 'Kind',
  anyKind: 'Any kind',
  job: 'Job',
  attempts: 'Attempts',
  attemptsOf: '{{attempts}} of {{max}}',
  lastError: 'Last error',
  noError: 'None',
  time: 'Time (UTC)',
  nextRun: 'Next run {{time}}',
  started: 'Running now',
  finished: 'Ended {{time}}',
  actions: 'Actions',
  retry: 'Retry now',
  runNow: 'Run now',
  retried: 'The job runs again as soon as possible.',
  retryFailed: "The job couldn't be retried",
  cancel: 'Cancel job',
  dismiss: 'Dismiss',
  canceled: 'The job was canceled.',
  dismissed: 'The failed job was dismissed.',
  cancelFailed: "The job couldn't be canceled",
  cancellation: {
    title: 'Cancel this job?',
    waiting:
      '{{kind}} ({{subject}}) will not run. A sandbox or report that waits for it is marked as failed.',
    waiting_gov: '{{kind}} ({{subject}}) will not run. A report that waits for it is marked as failed.',
    running:
      '{{kind}} ({{subject}}) is running. The current attempt is not interrupted, but no other attempt follows.',
    confirm: 'Cancel job',
    keep: 'Keep job',
  },
  retryAll: 'Retry all failed',
  retryAllOf: 'Retry all failed of this kind',
  allRetried_one: '{{count}} job runs again.',
  allRetried_other: '{{count}} jobs run again.',
  allSkipped_one: '{{count}} has nothing left to do.',
  allSkipped_other: '{{count}} have nothing left to do.',
  emptyTitle: 'No jobs yet',
  emptyDetail: 'Jobs appear here when the portal has work to do in the background.',
  banner: {
    label: 'Failed background jobs',
    title_one: '{{count}} background job failed.',
    title_other: '{{count}} background jobs failed.',
    show: 'Show failed jobs',
  },
} as const

addTexts('jobs', jobs)
