import type { AddressInfo } from 'node:net'
import { connect } from '../server/src/db/connect.ts'
import type { Database } from '../server/src/db/pool.ts'
import { buildServer } from '../server/src/server.ts'
import { readSettings } from '../server/src/settings.ts'
import { recordStatements } from '../server/testing/recordStatements.ts'
import type { BareCalls } from './bareServer.ts'
import { openBrowser, type Browser } from './people.ts'
import { activities, type Activity } from './workday.ts'

interface Person {
  appId: number
  token: string
  staffToken: string
}

/** Returns a browser that sends one request at a time and records the statements of each. */
function recording(browser: Browser, { pool }: Database, calls: BareCalls['calls']): Browser {
  let sending = Promise.resolve()
  const recorded =
    <Sent extends unknown[]>(send: (...sent: Sent) => Promise<void>) =>
    (...sent: Sent): Promise<void> => {
      sending = sending.then(async () => {
        const statements = await recordStatements(pool, () => send(...sent))
        // The same rows can't be inserted again.
        calls.push(statements.filter(({ text }) => !text.startsWith('insert ')))
      })
      return sending
    }
  return {
    ...browser,
    get: recorded(browser.get),
    getAsStaff: recorded(browser.getAsStaff),
    send: recorded(browser.send),
  }
}

/** Returns the statements of each request of a working day, and the activities that request only them. */
export async function recordWorkday(
  database: Database,
  dataDir: string,
  person: Person,
): Promise<{ calls: BareCalls['calls']; bareActivities: Activity[] }> {
  const settings = readSettings({ DATA_DIR: dataDir, RELEASE_STAGE: 'test' })
  const { app, close } = await buildServer(
    { db: connect(database.pool), settings, pool: database.pool, probe: database.probe },
    { pollJobs: false },
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const tally = { times: [], errors: [] }
  const browser = await openBrowser({ url, address: '10.9.9.9', firstNumber: 1, ...person }, tally)
  const calls: BareCalls['calls'] = []
  const recorder = recording(browser, database, calls)
  const bareActivities: Activity[] = []
  for (const { name, weight, run } of activities) {
    // The first request also extends the session and fills caches.
    await run(browser)
    const first = calls.length
    await run(recorder)
    const paths = calls.slice(first).map((_, index) => `/${first + index}`)
    bareActivities.push({ name, weight, run: ({ get }) => Promise.all(paths.map(get)) })
  }
  browser.close()
  await close()
  return { calls, bareActivities }
}
