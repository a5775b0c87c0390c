// What the request path costs: the app list through contract, session, parsing, reply schema and paging headers,
// against a bare Fastify handler that runs the same SQL on the same database in the same run.
import fastify from 'fastify'
import { startPortal } from '../e2e/portal.ts'
import { listAppsOfDeveloper } from '../server/src/apps/store.ts'
import { connect } from '../server/src/db/connect.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { openDatabase } from '../server/src/db/pool.ts'
import { fillDemo } from '../server/seed/run.ts'
import { startPostgres } from '../server/testing/postgres.ts'
import { median } from './measure.ts'

const seconds = Number(process.argv[2] ?? 2)
const rounds = 5
const callers = 8

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

async function signIn(): Promise<string> {
  const session = await fetch(`${portal.url}/api/v1/session`)
  const { csrf_token: token } = (await session.json()) as { csrf_token: string }
  const csrf = session.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  const answer = await fetch(`${portal.url}/api/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': token, cookie: csrf.join('; ') },
    body: JSON.stringify({ email: 'owner@demo.test', password: 'trestle-demo-2026' }),
  })
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** Requests a second that this many callers get, each waiting for its answer before it asks again. */
async function throughput(url: string, headers: Record<string, string>): Promise<number> {
  const end = performance.now() + seconds * 1000
  let answers = 0
  const caller = async () => {
    while (performance.now() < end) {
      const answer = await fetch(url, { headers })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`)
      answers += 1
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return answers / seconds
}

const cookie = await signIn()
const through: number[] = []
const without: number[] = []
for (let round = 0; round < rounds; round += 1) {
  without.push(await throughput(`${bareUrl}/apps`, {}))
  through.push(await throughput(`${portal.url}/api/v1/developer_apps`, { cookie }))
}
console.log(`medians of ${rounds} rounds of ${seconds} s, ${callers} callers, PostgreSQL`)
console.log(`bare handler, same SQL   ${median(without).toFixed(0).padStart(6)} requests/s`)
console.log(`through the door         ${median(through).toFixed(0).padStart(6)} requests/s`)
console.log(`ratio                    ${(median(through) / median(without)).toFixed(2).padStart(6)}`)
await portal.stop()
await portal.remove()
await bare.close()
await database.close()
await postgres.stop()
