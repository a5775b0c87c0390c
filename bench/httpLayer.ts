// Measures the request path: the app list through contract, session, parsing, reply schema and paging headers, against
// a bare Fastify handler that runs the same SQL on the same database in the same run.
import fastify from 'fastify'
import { startPortal } from '../e2e/portal.ts'
import { listAppsOfDeveloper } from '../server/src/apps/store.ts'
import { connect } from '../server/src/db/connect.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { openDatabase } from '../server/src/db/pool.ts'
import { fillDemo } from '../server/seed/run.ts'
import { startPostgres } from '../server/testing/postgres.ts'
import { median } from './measure.ts'
import { signIn, throughput } from './throughput.ts'

const rounds = 5

const postgres = await startPostgres()
const database = await openDatabase({ databaseUrl: postgres.url, dataDir: '', log: () => undefined })
await migrate(database.pool)
const db = connect(database.pool)
await fillDemo({ db, now: () => new Date() })
const owner = await db
  .selectFrom('developers')
  .select('id')
  .where('email', '=', 'owner@demo.test')
  .executeTakeFirstOrThrow()

const bare = fastify()
bare.get('/apps', () =>
  listAppsOfDeveloper(db, owner.id, {
    search: undefined,
    column: 'updated_at',
    direction: 'desc',
    page: 1,
    per_page: 50,
  }),
)
const bareUrl = await bare.listen({ port: 0 })
const portal = await startPortal({ DATABASE_URL: postgres.url })

const cookie = await signIn(portal.url, 'owner@demo.test')
const through: number[] = []
const without: number[] = []
for (let round = 0; round < rounds; round += 1) {
  without.push(await throughput(`${bareUrl}/apps`, {}))
  through.push(await throughput(`${portal.url}/api/v1/developer_apps`, { cookie }))
}
console.log(`medians of ${rounds} rounds of 2 s, 8 callers, PostgreSQL`)
console.log(`bare handler, same SQL   ${median(without).toFixed(0).padStart(6)} requests/s`)
console.log(`through the HTTP layer       ${median(through).toFixed(0).padStart(6)} requests/s`)
console.log(`ratio                    ${(median(through) / median(without)).toFixed(2).padStart(6)}`)
await portal.stop()
await portal.remove()
await bare.close()
await database.close()
await postgres.stop()
