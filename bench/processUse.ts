import { readdirSync, readFileSync } from 'node:fs'
import type { Database } from '../server/src/db/pool.ts'

const clockTicks = 100

/** Linux's counters of a process. */
export interface ProcessUse {
  cpuMs: number
  memoryMb: number
  handles: number
}

/** Reads the fields of a process that follow its name: the first is its state, the second its parent. */
function readFields(pid: number | string): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Adds up these fields, which are counted in clock ticks. */
const sumMs = (fields: string[], positions: number[]): number =>
  (positions.reduce((total, position) => total + Number(fields[position]), 0) * 1000) / clockTicks

const ownTime = [11, 12]
const timeOfEndedChildren = [13, 14]

export function readUse(pid: number): ProcessUse {
  const resident = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return {
    cpuMs: sumMs(readFields(pid), ownTime),
    memoryMb: Number(resident) / 1024,
    handles: readdirSync(`/proc/${pid}/fd`).length,
  }
}

/** Returns the processor time of a process and its children in milliseconds, including children that ended. */
function readFamilyCpuMs(pid: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [readFields(name)]
      } catch {
        // It has just ended and is counted as an ended child.
        return []
      }
    })
    .filter((fields) => Number(fields[1]) === pid)
  return children.reduce(
    (total, fields) => total + sumMs(fields, ownTime),
    sumMs(readFields(pid), [...ownTime, ...timeOfEndedChildren]),
  )
}

/** The resources that a PostgreSQL server on this machine has used since its start. */
export interface DatabaseUse {
  cpuMs: number
  /** Bytes of the write-ahead log. */
  walKb: number
}

export async function readDatabaseUse({ pool }: Database): Promise<DatabaseUse> {
  const { rows } = await pool.query<{ pid: number; kb: number }>(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid,
       ((pg_current_wal_lsn() - '0/0'::pg_lsn) / 1024)::float8 as kb`,
  )
  const [row] = rows
  if (!row) throw new Error('PostgreSQL returned no row.')
  return { cpuMs: readFamilyCpuMs(row.pid), walKb: row.kb }
}
