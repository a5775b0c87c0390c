import pg from 'pg'

export interface Database {
  pool: pg.Pool
  kind: 'embedded' | 'server'
  close: () => Promise<void>
}

const isoTimestamp = (text: string): string => `${text.replace(' ', 'T').replace(/\+00$/, '')}Z`
const parsers = new Map<number, (text: string) => unknown>([
  [20, Number],
  [114, (text) => text],
  [1082, (text) => text],
  [1184, isoTimestamp],
])

export async function openDatabase(options: {
  databaseUrl?: string
  dataDir: string
  log: (level: 'info' | 'warn' | 'error', message: string, details?: object) => void
}): Promise<Database> {
  const types = {
    getTypeParser: (oid: number, format?: 'text') => parsers.get(oid) ?? pg.types.getTypeParser(oid, format),
  }
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    max: 10,
    connectionTimeoutMillis: 10_000,
    options: '-c timezone=UTC -c statement_timeout=30000',
    types: types as pg.CustomTypesConfig,
  })
  return { pool, kind: 'server', close: () => pool.end() }
}
