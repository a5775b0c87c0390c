import type pg from 'pg'

export interface Statement {
  text: string
  values: unknown[]
}

/** Returns a statement without the name that it is prepared under. */
export const withoutName = (text: string): string => text.replace(/^\s*\/\* prepared: \w+ \*\/\s*/, '')

/** Returns the SQL statements that the clients of a pool send while something runs, in order. */
export async function recordStatements(pool: pg.Pool, act: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const watched = new Map<pg.PoolClient, unknown>()
  const connect = pool.connect.bind(pool)
  const watch = (client: pg.PoolClient): pg.PoolClient => {
    if (watched.has(client)) return client
    const query = client.query.bind(client)
    watched.set(client, Reflect.get(client, 'query'))
    const record = (...sent: unknown[]): unknown => {
      const [text, values] = sent
      statements.push({ text: String(text), values: Array.isArray(values) ? values : [] })
      return (query as (...parts: unknown[]) => unknown)(...sent)
    }
    return Object.assign(client, { query: record })
  }
  Object.assign(pool, { connect: async () => watch(await connect()) })
  try {
    await act()
  } finally {
    Object.assign(pool, { connect })
    for (const [client, query] of watched) Object.assign(client, { query })
  }
  return statements
}
