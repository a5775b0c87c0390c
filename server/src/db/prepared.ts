import { sql, type RawBuilder } from 'kysely'
import type pg from 'pg'

const marker = /^\s*\/\* prepared: (\w+) \*\//

/** Returns a statement that connections prepare under this name. */
export const prepareAs = (name: string, text: string): string => `/* prepared: ${name} */ ${text}`

export const isPrepared = (text: string): boolean => marker.test(text)

/**
 * Makes a new connection prepare statements that begin with a comment `prepared: name`: the server parses and plans
 * them once per connection. That is worth it for short statements that run thousands of times a second. Other
 * statements are planned for their values each time, because the best plan of a search depends on its text.
 *
 * Through a pooler nothing is prepared: its clients share the server's connections, and so the names. The embedded
 * database ignores the comment for the same reason.
 */
export async function prepareNamed(client: pg.ClientBase): Promise<void> {
  if (isPooled(client, await readBackendId(client))) return
  const query = client.query.bind(client) as (...sent: unknown[]) => unknown
  Object.assign(client, {
    query: (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
      const name = typeof text === 'string' ? marker.exec(text)?.[1] : undefined
      return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest)
    },
  })
}

/** Returns the ID of the server process that runs the statements of a connection. */
export async function readBackendId(client: pg.ClientBase): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}

/** Returns whether a pooler is in between: it makes up the process ID that it sends when a client connects. */
export const isPooled = (client: pg.ClientBase, backendId: number | undefined): boolean =>
  !('processID' in client && client.processID === backendId)

/**
 * Passes a list to a prepared statement as a subquery, which hides its length. Otherwise the server would expect a plan
 * for that length to be better than its general one, and make it each time.
 */
export const preparedList = (values: readonly unknown[], type: string): RawBuilder<unknown> =>
  sql`(select ${values}::${sql.raw(type)}[])`
