import type pg from 'pg'

/** The ids acknowledged to a killed writer, by table. */
export interface Acknowledged {
  single: Set<number>
  orders: Set<number>
}

export const nothingAcknowledged = (): Acknowledged => ({ single: new Set(), orders: new Set() })

/** Reads one line of the writer's output. */
export function note(acknowledged: Acknowledged, line: string): void {
  const [table, id] = line.split(' ')
  if (table === 'single' || table === 'orders') acknowledged[table].add(Number(id))
}

/** Returns the highest id that may be in use, acknowledged or not. */
export async function highestId(pool: pg.Pool): Promise<number> {
  if (!(await hasTables(pool))) return 0
  const { rows } = await pool.query<{ highest: number }>(
    'select coalesce(greatest((select max(id) from single), (select max(id) from orders)), 0) as highest',
  )
  return rows[0]?.highest ?? 0
}

async function hasTables(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>(`select to_regclass('totals') is not null as found`)
  return rows[0]?.found ?? false
}

/** Returns everything that is wrong with the database after a crash, or an empty list. */
export async function findDamage(pool: pg.Pool, acknowledged: Acknowledged): Promise<string[]> {
  if (!(await hasTables(pool))) {
    return acknowledged.single.size + acknowledged.orders.size > 0 ? ['the tables are gone'] : []
  }
  const damage: string[] = []
  for (const table of ['single', 'orders'] as const) {
    const { rows } = await pool.query<{ id: number }>(`select id from ${table}`)
    const found = new Set(rows.map(({ id }) => id))
    const lost = [...acknowledged[table]].filter((id) => !found.has(id))
    if (lost.length > 0) {
      damage.push(`${table} lost ${lost.length} acknowledged rows: ${lost.slice(0, 5).join(', ')}`)
    }
  }
  const halves = await pool.query<{ halves: number; orders: number; total: number }>(`
    select (select count(*) from orders full join (select order_id, count(*) as n from items group by 1) as i
            on i.order_id = orders.id where n is distinct from 3) as halves,
           (select count(*) from orders) as orders, (select orders from totals) as total`)
  const { halves: halfOrders = 0, orders = 0, total = 0 } = halves.rows[0] ?? {}
  if (halfOrders > 0) damage.push(`${halfOrders} orders without their three items`)
  if (orders !== total) damage.push(`${orders} orders, but the total says ${total}`)
  return [...damage, ...(await compareIndexes(pool))]
}

/** Compares the rows found by a table scan with those found through each index. */
async function compareIndexes(pool: pg.Pool): Promise<string[]> {
  const damage: string[] = []
  const count = async (setting: string, expression: string, table: string): Promise<string> => {
    const client = await pool.connect()
    try {
      await client.query(`begin; ${setting}`)
      const { rows } = await client.query<{ sum: string }>(
        `select count(*) || ':' || coalesce(md5(string_agg(v, ',')), '') as sum
         from (select ${expression}::text as v from ${table} where ${expression} is not null order by ${expression}) as t`,
      )
      return rows[0]?.sum ?? ''
    } finally {
      await client.query('commit')
      client.release()
    }
  }
  const byHeap =
    'set local enable_indexscan = off; set local enable_indexonlyscan = off; set local enable_bitmapscan = off'
  const byIndex =
    'set local enable_seqscan = off; set local enable_sort = off; set local enable_bitmapscan = off'
  for (const [table, column] of [
    ['single', 'id'],
    ['single', 'note'],
    ['orders', 'id'],
    ['orders', 'note'],
    ['items', 'order_id'],
  ] as const) {
    if ((await count(byHeap, column, table)) !== (await count(byIndex, column, table))) {
      damage.push(`the index on ${table}.${column} and the table disagree`)
    }
  }
  return damage
}
