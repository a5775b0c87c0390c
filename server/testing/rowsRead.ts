import { z } from 'zod'
import { recordStatements, withoutName } from './recordStatements.ts'
import type { TestServer } from './server.ts'

interface Step {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number | undefined
  Plans?: Step[] | undefined
}
const Step: z.ZodType<Step> = z.object({
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.number().optional(),
  Plans: z.lazy(() => z.array(Step)).optional(),
})
const Explained = z.tuple([z.object({ Plan: Step })])

const countRows = ({ Plans: parts = [], ...step }: Step): number =>
  Math.max(
    (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops'],
    ...parts.map(countRows),
  )

/**
 * Returns each query that the server sends while something happens, with the most rows that a step of its plan reads.
 * First analyzes every table, because one with statistics from an earlier test may get a different plan.
 */
export async function rowsRead(
  { database: { pool } }: TestServer,
  act: () => Promise<unknown>,
): Promise<{ text: string; rows: number }[]> {
  await pool.query('vacuum analyze')
  const statements = await recordStatements(pool, act)
  const queries = statements.filter(({ text }) => /^\s*(select|with)\b/i.test(withoutName(text)))
  if (queries.length === 0) throw new Error('The server sent no query.')
  const read = []
  for (const { text, values } of queries) {
    const explained = await pool.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, format json) ${text}`,
      values,
    )
    const [{ Plan: plan }] = Explained.parse(JSON.parse(explained.rows[0]?.['QUERY PLAN'] ?? ''))
    read.push({ text, rows: countRows(plan) })
  }
  return read
}
