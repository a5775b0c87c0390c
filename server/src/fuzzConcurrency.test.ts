import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { fillDemo } from '../seed/run.ts'
import { createPool, type Collector } from '../testing/fuzz/pool.ts'
import { listProgramOperations } from '../testing/fuzz/programOperations.ts'
import { createRandom } from '../testing/fuzz/random.ts'
import { createRequests, listOperations, type Operation } from '../testing/fuzz/requests.ts'
import { addOauthApps, openRoles, repair, type Role } from '../testing/fuzz/roles.ts'
import { makePicture } from '../testing/pictures.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

/** `npm run fuzz` sets a new seed for each round. */
const seed = Number(process.env.FUZZ_SEED ?? 1)
const groups = Number(process.env.FUZZ_GROUPS ?? 120)
/** Fewer than the connections of the pool. */
const groupSize = 8
/** After how many groups the identifiers in the pool are collected again. */
const refreshEvery = 12
/** Few identifiers of each kind, so that many requests are about the same thing. */
const valuesPerName = 5

const longestDelayMs = 8
const query = Reflect.get(pg.Client.prototype, 'query') as (...statement: unknown[]) => unknown
const sendAtOnce = (): void => void Reflect.set(pg.Client.prototype, 'query', query)
afterAll(sendAtOnce)

/** Makes each statement take a random while to reach the database, as over a network, so that the calls of a group mix. */
function delayStatements(): void {
  Reflect.set(pg.Client.prototype, 'query', async function (this: pg.Client, ...statement: unknown[]) {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * longestDelayMs))
    return Reflect.apply(query, this, statement)
  })
}

const findRole = (roles: Role[], name: string): Role => {
  const role = roles.find((each) => each.name === name)
  if (!role) throw new Error(`The demo data has no ${name}.`)
  return role
}

/** Returns who may make a call. */
function usualRole(roles: Role[], { path }: Operation): Role {
  if (path.includes('/admin/')) return findRole(roles, 'staff@demo.test')
  return findRole(roles, path.includes('/platform/') ? 'service' : 'owner@demo.test')
}

/** Returns the part of an address that says what a call is about. */
const topicOf = ({ path }: Operation): string =>
  path.split('/').find((part) => part.length > 2 && !['api', 'admin', 'oauth', 'sandbox'].includes(part)) ??
  ''

const makeToRequest = async (random: ReturnType<typeof createRandom>, pool: Collector) =>
  createRequests(random, pool, [await makePicture(256), await makePicture(640, 360)], 0.95)

interface Fuzzed {
  server: TestServer
  roles: Role[]
  pool: Collector
  documented: Operation[]
  toRequest: Awaited<ReturnType<typeof makeToRequest>>
}

/** Gives the people new sessions, apps and rights, and collects what they can reach. */
async function refresh({ server, roles, pool, documented, toRequest }: Fuzzed): Promise<void> {
  sendAtOnce()
  await repair(server, roles)
  for (const role of roles) if (role.person) role.client = server.asAgain(role.person)
  pool.clear()
  await addOauthApps(server, roles, pool)
  const reads = documented.filter(({ method }) => method === 'GET')
  for (const name of ['staff@demo.test', 'owner@demo.test']) {
    const { client } = findRole(roles, name)
    // Lists first: they have the identifiers that the other addresses contain.
    for (const isList of [true, false]) {
      for (const operation of reads.filter(({ path }) => path.includes('{') !== isList)) {
        const url = isList ? operation.path : toRequest(operation).url
        const { status, body } = await client.get(url)
        if (status < 400) pool.collect(url, body)
      }
    }
  }
}

test(
  `answers ${groups} groups of ${groupSize} requests that meet (seed ${seed}) without an internal error`,
  { timeout: 600_000 },
  async () => {
    const server = await startTestServer({ env: { REQUESTS_PER_MINUTE: '100000000' } })
    await fillDemo(server.services)
    const random = createRandom(seed)
    const pool = createPool(random, valuesPerName)
    const documented = listOperations((await server.as(null).get('/api/v1/openapi.json')).body)
    const operations = [...documented, ...listProgramOperations()]
    const changes = operations.filter(({ method }) => method !== 'GET')
    const toRequest = await makeToRequest(random, pool)
    const roles = await openRoles(server)
    const fuzzed = { server, roles, pool, documented, toRequest }
    const problems: string[] = []
    let succeeded = 0

    for (let group = 0; group < groups; group += 1) {
      if (group % refreshEvery === 0) await refresh(fuzzed)
      pool.focus()
      const first = random.pick(changes)
      const related = operations.filter(({ path }) => path.includes(topicOf(first)))
      const chosen = Array.from({ length: groupSize - 1 }, (_, index) =>
        index === 0 ? first : random.pick(random.chance(0.5) ? related : changes),
      ).map((operation) => ({
        role: random.chance(0.75) ? usualRole(roles, operation) : random.pick(roles),
        request: toRequest(operation),
      }))
      delayStatements()
      // The first one twice, as from two tabs.
      const jobs = random.chance(0.3) ? server.drainJobs() : null
      const answers = await Promise.all(
        [...chosen, ...chosen.slice(0, 1)].map(
          async ({ role, request: { operation, url, headers, payload } }) => {
            const answer = await role.client.send({
              method: operation.method,
              url,
              headers: { ...role.headers, ...headers },
              ...(payload !== undefined && { payload }),
            })
            return { ...answer, call: `${role.name}: ${operation.method} ${url.slice(0, 200)}`, url }
          },
        ),
      )
      await jobs
      const calls = answers.map(({ call, status }) => `${call} ${status}`)
      for (const { status, call, body, url } of answers) {
        if (status >= 500) {
          problems.push(`Group ${group}: ${call} answered ${status} among ${calls.join(', ')}`)
        }
        if (status < 400) {
          succeeded += 1
          pool.collect(url, body)
        }
      }
      for (const role of roles) {
        if (role.person && random.chance(0.2)) role.client = server.asAgain(role.person)
      }
    }
    expect(problems.slice(0, 5)).toEqual([])
    expect(succeeded / (groups * groupSize)).toBeGreaterThan(0.15)
  },
)
