import type { PGlite } from '@electric-sql/pglite'
import { hourMs, minuteMs } from '@trestle/domain/time/durations.ts'
import type { Multiplexer } from './multiplexer.ts'

export interface MaintenancePlan {
  lookEveryMs: number
  checkpointEveryMs: number
  checkpointAtBytes: number
  vacuumEveryMs: number
  /** Below this many bytes of new log, a vacuum isn't worthwhile. */
  vacuumAtBytes: number
}

const megabyte = 1024 * 1024

export const maintenancePlan: MaintenancePlan = {
  lookEveryMs: 10_000,
  checkpointEveryMs: 5 * minuteMs,
  checkpointAtBytes: 64 * megabyte,
  vacuumEveryMs: hourMs,
  vacuumAtBytes: megabyte / 4,
}

const logPosition = `
  select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as position,
         pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as since_checkpoint
  from pg_control_checkpoint()`

const tables = `
  select format('%I.%I', nspname, relname) as name
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind in ('r', 'm') and relpersistence = 'p' and nspname <> 'information_schema'
  order by nspname, relname`

interface LogPosition {
  position: number
  since_checkpoint: number
}

/**
 * Starts checkpoints and vacuums; returns a function that stops them. A single-process PostgreSQL has no checkpointer
 * and no autovacuum: without this its log grows without end and its planner has no statistics.
 */
export function startMaintenance(
  db: PGlite,
  multiplexer: Multiplexer,
  plan: MaintenancePlan,
  failed: (error: unknown) => void,
): () => void {
  let seenExchanges = multiplexer.exchanges()
  let hasChanges = true
  let checkpointedAt = performance.now()
  let vacuumedAt = performance.now()
  let vacuumedPosition = 0
  let isBusy = false

  const run = (statement: string) => multiplexer.whenFree(() => db.exec(statement))

  async function readPosition(): Promise<LogPosition> {
    const [answer] = await run(logPosition)
    const row = answer?.rows[0] as LogPosition | undefined
    if (!row) throw new Error('PostgreSQL did not report the position of its log.')
    return row
  }

  async function checkpointWhenDue({ since_checkpoint }: LogPosition): Promise<void> {
    const isLate = performance.now() - checkpointedAt >= plan.checkpointEveryMs
    if (!isLate && since_checkpoint < plan.checkpointAtBytes) return
    await run('checkpoint')
    checkpointedAt = performance.now()
    hasChanges = false
  }

  async function vacuumWhenDue({ position }: LogPosition): Promise<void> {
    const isLate = performance.now() - vacuumedAt >= plan.vacuumEveryMs
    if (!isLate || position - vacuumedPosition < plan.vacuumAtBytes) return
    const [answer] = await run(tables)
    for (const { name } of (answer?.rows ?? []) as { name: string }[]) {
      // One table at a time, so that other callers run in between.
      await run(`vacuum (analyze) ${name}`)
    }
    vacuumedAt = performance.now()
    vacuumedPosition = (await readPosition()).position
  }

  async function look(): Promise<void> {
    hasChanges ||= multiplexer.exchanges() !== seenExchanges
    if (!hasChanges) return
    seenExchanges = multiplexer.exchanges()
    await vacuumWhenDue(await readPosition())
    await checkpointWhenDue(await readPosition())
  }

  function runAlone(task: () => Promise<void>): void {
    if (isBusy) return
    isBusy = true
    task()
      .catch(failed)
      .finally(() => {
        isBusy = false
      })
  }

  // Immediately, so that changes before the first check count.
  runAlone(async () => {
    vacuumedPosition = (await readPosition()).position
  })
  const timer = setInterval(() => runAlone(look), plan.lookEveryMs)
  return () => clearInterval(timer)
}
