import type { PoolClient } from 'pg'
import type { TestServer } from './server.ts'

const transactionControl = /^(begin|commit|rollback|savepoint|release|set transaction|start transaction)\b/i

/**
 * Returns the SQL statements that the server sends while something happens, with their parameters, but without those
 * that only frame a transaction.
 */
export async function statementsDuring(
  { database: { pool } }: TestServer,
  act: () => Promise<unknown>,
): Promise<string[]> {
  const texts: string[] = []
  const watched = new Set<PoolClient>()
  const connect = pool.connect.bind(pool)
  const watch = (client: PoolClient): PoolClient => {
    if (watched.has(client)) return client
    const query = client.query.bind(client)
    watched.add(client)
    const record = (...sent: unknown[]): unknown => {
      const [text, values] = sent
      texts.push([text, ...(Array.isArray(values) ? [JSON.stringify(values)] : [])].join(' '))
      return (query as (...parts: unknown[]) => unknown)(...sent)
    }
    return Object.assign(client, { query: record })
  }
  Object.assign(pool, { connect: async () => watch(await connect()) })
  try {
    await act()
  } finally {
    Object.assign(pool, { connect })
    // What is left is the method of the class.
    for (const client of watched) Reflect.deleteProperty(client, 'query')
  }
  return texts.filter((text) => !transactionControl.test(text.trim()))
}
