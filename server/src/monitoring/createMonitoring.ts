import { jobKindLabels } from '@trestle/domain/jobs/kinds.ts'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../db/pool.ts'
import { countJobs } from '../jobs/countJobs.ts'
import type { JobAttempt } from '../jobs/run.ts'
import { countUnsentEmails } from '../mail/countEmails.ts'
import type { Services } from '../services.ts'
import type { Settings } from '../settings.ts'
import { version } from '../version.ts'
import { createBackupMetrics } from './createBackupMetrics.ts'
import { createKeyMetrics } from './createKeyMetrics.ts'

interface Sources extends Pick<Services, 'db' | 'encryption' | 'now'> {
  pool: Database['pool']
  probe: Database['probe']
  /** The id of the web app's build. */
  build: () => string | null
  settings: Pick<Settings, 'READ_ONLY'>
}

interface Reply {
  method: string
  /** The pattern of the route, because addresses are unlimited in number and contain tokens. */
  route: string
  status: number
  seconds: number
}

export interface Monitoring {
  /** Counts a reply. */
  observe: (reply: Reply) => void
  /** Counts an attempt to run a job in this process. */
  observeJob: (attempt: JobAttempt) => void
  /** Returns all metrics in the text format of Prometheus. */
  scrape: () => Promise<{ type: string; text: string }>
}

/** From 5 ms to 10 s. */
const latencyBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2.5, 5, 10]

/** From 10 ms to 10 minutes. */
const durationBuckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 120, 300, 600]

const priorities = ['normal', 'low'] as const
const toPriority = (isLow: boolean): (typeof priorities)[number] => (isLow ? 'low' : 'normal')

const openStates = ['waiting', 'running', 'failed'] as const

/** Creates the metrics of this process, and those that it reads from the database at each scrape. */
export function createMonitoring(sources: Sources): Monitoring {
  const registry = new Registry()
  // Processor time, memory, garbage collection, event-loop lag, open handles.
  collectDefaultMetrics({ register: registry })
  const observe = createHttpMetrics(registry)
  const refreshProcess = createProcessMetrics(registry, sources)
  const refreshStored = [
    createQueueMetrics(registry, sources),
    createKeyMetrics(registry, sources),
    createBackupMetrics(registry, sources),
  ]
  return {
    observe,
    observeJob: createJobMetrics(registry),
    scrape: async () => {
      const isDatabaseReady = await refreshProcess()
      await Promise.all(refreshStored.map((refresh) => refresh(isDatabaseReady)))
      return { type: registry.contentType, text: await registry.metrics() }
    },
  }
}

function createHttpMetrics(registry: Registry): Monitoring['observe'] {
  const registers = [registry]
  const requests = new Counter({
    name: 'trestle_http_requests_total',
    help: 'Requests answered, by the pattern of their route and their status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const latency = new Histogram({
    name: 'trestle_http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its reply.',
    labelNames: ['method', 'route'],
    buckets: latencyBuckets,
    registers,
  })
  return ({ method, route, status, seconds }) => {
    requests.inc({ method, route, status })
    latency.observe({ method, route }, seconds)
  }
}

function createJobMetrics(registry: Registry): Monitoring['observeJob'] {
  const registers = [registry]
  const attempts = new Counter({
    name: 'trestle_job_attempts_total',
    help: 'Attempts of this process to run a job, by kind and outcome: done, retried (another one follows), failed or canceled.',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  const duration = new Histogram({
    name: 'trestle_job_duration_seconds',
    help: 'How long this process took to run a job.',
    labelNames: ['kind'],
    buckets: durationBuckets,
    registers,
  })
  return ({ kind, outcome, seconds }) => {
    attempts.inc({ kind, outcome })
    duration.observe({ kind }, seconds)
  }
}

/** Returns a function that reads the pool and the database's state, and whether the database is ready. */
function createProcessMetrics(
  registry: Registry,
  { pool, probe, build, settings }: Sources,
): () => Promise<boolean> {
  const registers = [registry]
  new Gauge({
    name: 'trestle_read_only',
    help: 'Whether this process refuses changes, because READ_ONLY is set.',
    registers,
  }).set(settings.READ_ONLY ? 1 : 0)
  const connections = new Gauge({
    name: 'trestle_database_connections',
    help: "Connections of this process's pool, by state.",
    labelNames: ['state'],
    registers,
  })
  const limit = new Gauge({
    name: 'trestle_database_connections_limit',
    help: "The size of this process's pool.",
    registers,
  })
  const waiting = new Gauge({
    name: 'trestle_database_waiting_requests',
    help: 'Requests and jobs that wait for a connection of the pool.',
    registers,
  })
  const up = new Gauge({
    name: 'trestle_database_up',
    help: 'Whether this process can write to the database.',
    registers,
  })
  const info = new Gauge({
    name: 'trestle_build_info',
    help: 'The release of this process: always 1.',
    labelNames: ['version', 'build', 'node'],
    registers,
  })
  return async () => {
    const isReady = (await probe()) === 'ready'
    up.set(isReady ? 1 : 0)
    connections.set({ state: 'in_use' }, pool.totalCount - pool.idleCount)
    connections.set({ state: 'idle' }, pool.idleCount)
    limit.set(pool.options.max ?? 0)
    waiting.set(pool.waitingCount)
    info.reset()
    info.set({ version, build: build() ?? '', node: process.versions.node }, 1)
    return isReady
  }
}

/** Returns a function that counts jobs and emails. Without a database, they are missing instead of zero. */
function createQueueMetrics(
  registry: Registry,
  services: Sources,
): (isDatabaseReady: boolean) => Promise<void> {
  const registers = [registry]
  const jobs = new Gauge({
    name: 'trestle_jobs',
    help: 'Background jobs of all processes that wait, run or failed.',
    labelNames: ['kind', 'state'],
    registers,
  })
  const oldestJob = new Gauge({
    name: 'trestle_jobs_oldest_age_seconds',
    help: 'Time since the oldest job was due or, if it failed, since it ended.',
    labelNames: ['kind', 'state', 'priority'],
    registers,
  })
  const emails = new Gauge({
    name: 'trestle_mails_unsent',
    help: 'Emails that wait to be sent.',
    labelNames: ['priority'],
    registers,
  })
  const oldestEmail = new Gauge({
    name: 'trestle_mails_unsent_oldest_age_seconds',
    help: 'Age of the oldest email that waits to be sent.',
    labelNames: ['priority'],
    registers,
  })
  return async (isDatabaseReady) => {
    jobs.reset()
    oldestJob.reset()
    emails.reset()
    oldestEmail.reset()
    if (!isDatabaseReady) return
    const [counts, unsent] = await Promise.all([countJobs(services), countUnsentEmails(services)])
    for (const kind of Object.keys(jobKindLabels)) {
      for (const state of openStates) {
        jobs.set({ kind, state }, 0)
        for (const priority of priorities) oldestJob.set({ kind, state, priority }, 0)
      }
    }
    for (const { kind, state, is_low_priority, count, oldest_seconds } of counts) {
      jobs.inc({ kind, state }, count)
      oldestJob.set({ kind, state, priority: toPriority(is_low_priority) }, oldest_seconds)
    }
    for (const priority of priorities) {
      emails.set({ priority }, 0)
      oldestEmail.set({ priority }, 0)
    }
    for (const { is_low_priority, count, oldest_seconds } of unsent) {
      emails.set({ priority: toPriority(is_low_priority) }, count)
      oldestEmail.set({ priority: toPriority(is_low_priority) }, oldest_seconds)
    }
  }
}
