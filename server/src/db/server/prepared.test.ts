import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestServer } from '../../../testing/server.ts'

test('a statement that names itself is prepared once per connection, and no other is', async () => {
  const { services } = await startTestServer()
  await services.db.connection().execute(async (db) => {
    const add = (n: number) =>
      sql<{ sum: number }>`/* prepared: add_one */ select ${n}::bigint + 1 as sum`.execute(db)
    expect((await add(1)).rows).toEqual([{ sum: 2 }])
    expect((await add(2)).rows).toEqual([{ sum: 3 }])
    await sql`select ${3}::bigint as "prepared: not_this"`.execute(db)
    const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(db)
    expect(rows.filter(({ name }) => name.includes('add_one') || name.includes('not_this'))).toEqual([
      { name: 'add_one' },
    ])
  })
})
