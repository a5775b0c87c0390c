import { recordStatements, withoutName } from './recordStatements.ts'
import type { TestServer } from './server.ts'

const transactionControl = /^(begin|commit|rollback|savepoint|release|set transaction|start transaction)\b/i

/**
 * Returns the SQL statements that the server sends while something runs, with their parameters, but without those
 * that only begin or end a transaction.
 */
export async function statementsDuring(
  { database: { pool } }: TestServer,
  act: () => Promise<unknown>,
): Promise<string[]> {
  const statements = await recordStatements(pool, act)
  return statements
    .filter(({ text }) => !transactionControl.test(text.trim()))
    .map(({ text, values }) =>
      [withoutName(text), ...(values.length > 0 ? [JSON.stringify(values)] : [])].join(' '),
    )
}
