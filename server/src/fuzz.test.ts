import { existsSync } from 'node:fs'
import { pageRoutes, type PageName } from '@trestle/domain/routes.ts'
import { expect, test } from 'vitest'
import { fillDemo } from '../seed/run.ts'
import { browse } from '../testing/fuzz/browse.ts'
import { choose } from '../testing/fuzz/choices.ts'
import { mark } from '../testing/fuzz/hostile.ts'
import { createPool } from '../testing/fuzz/pool.ts'
import { listProgramOperations } from '../testing/fuzz/programOperations.ts'
import { createRandom } from '../testing/fuzz/random.ts'
import { createJudge, type Reply } from '../testing/fuzz/replies.ts'
import {
  createRequests,
  listOperations,
  type FuzzedRequest,
  type Operation,
} from '../testing/fuzz/requests.ts'
import { addOauthApps, openRoles, repair, type Role } from '../testing/fuzz/roles.ts'
import { listScreens, showsScripts } from '../testing/fuzz/screens.ts'
import { makePicture } from '../testing/pictures.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { makeVideo } from '../testing/videos.ts'

/** `npm run fuzz` sets a new seed for each round. */
const seed = Number(process.env.FUZZ_SEED ?? 1)
const requestCount = 5_000
/** Without a build there are no pages. `npm test` builds first. */
const isBuilt = existsSync(new URL('../../web/dist/index.html', import.meta.url))
/** How often the accounts of the roles are repaired, and an app is added: requests also delete and suspend. */
const repairEvery = 100
/** How often there are new credentials and tokens of apps, because requests also revoke them. */
const credentialsEvery = 1_000

async function makeFiles(): Promise<Buffer[]> {
  const picture = await makePicture(640, 360)
  return [
    picture,
    await makePicture(256),
    await makePicture(1280, 720, 'jpeg'),
    await makePicture(20, 20, 'gif'),
    makeVideo({ width: 1280, height: 720, framesPerSecond: 24 }),
    picture.subarray(0, 300),
    Buffer.from('%PDF-1.7\n%%EOF'),
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="${mark}"/>`),
    Buffer.from(`<script>${mark}</script>`),
    Buffer.alloc(0),
  ]
}

/** Returns the secrets in the latest emails, which some calls need. */
async function listMailedTokens(server: TestServer): Promise<{ token: string }[]> {
  const emails = await server.emails()
  const tokens = emails.flatMap(({ body }) =>
    [...body.matchAll(/\/([\w-]{30,})\b/g)].map(([, token = '']) => token),
  )
  return tokens.slice(-20).map((token) => ({ token }))
}

async function send({ client, headers }: Role, request: FuzzedRequest): Promise<Reply> {
  const { operation, payload, url } = request
  const start = performance.now()
  const answer = await client.send({
    method: operation.method,
    url,
    headers: { ...headers, ...request.headers },
    ...(payload !== undefined && { payload }),
  })
  return { answer, ms: performance.now() - start }
}

const listMissing = (sent: Map<Operation, Set<Role>>, roles: Role[]): string[] =>
  [...sent].flatMap(([{ method, path }, by]) =>
    roles.filter((role) => !by.has(role)).map(({ name }) => `${name}: ${method} ${path}`),
  )

const describeRequest = (
  role: Role,
  { operation, url, headers, payload }: FuzzedRequest,
  { answer }: Reply,
): string =>
  `${role.name}: ${operation.method} ${url.slice(0, 500)} ${JSON.stringify(headers)} ` +
  `${String(payload ?? '').slice(0, 1_000)} answered ${answer.text.slice(0, 300)}`

test(
  `answers ${requestCount} hostile requests (seed ${seed}) within 2 s and without an internal error`,
  { timeout: 600_000 },
  async () => {
    const server = await startTestServer({ env: { REQUESTS_PER_MINUTE: '100000000' } })
    await fillDemo(server.services)
    const random = createRandom(seed)
    const pool = createPool(random)
    const documented = listOperations((await server.as(null).get('/api/v1/openapi.json')).body)
    const operations = [...documented, ...listProgramOperations()]
    const toRequest = createRequests(random, pool, await makeFiles())
    const judge = createJudge({ send, toRequest })
    const roles = await openRoles(server)
    await repair(server, roles)
    const sent = new Map(operations.map((operation) => [operation, new Set<Role>()]))
    const succeeded = new Map(operations.map((operation) => [operation, new Set<Role>()]))
    const problems: string[] = []

    // Lists first, so that later requests reach what is there.
    const lists = documented.filter(({ method, path }) => method === 'GET' && !path.includes('{'))
    for (const role of roles) {
      for (const { path } of lists) pool.collect(path, (await role.client.get(path)).body)
    }

    let count = 0
    for (const { operation, role } of choose(random, { operations, roles, count: requestCount })) {
      if ((count += 1) % repairEvery === 0) {
        await repair(server, roles)
        pool.collect('/mails', await listMailedTokens(server))
      }
      if (count % credentialsEvery === 1) await addOauthApps(server, roles, pool)
      const request = toRequest(operation)
      const { reply, problem } = await judge(role, request)
      if (problem) problems.push(`${problem}: ${describeRequest(role, request, reply)}`)
      sent.get(operation)?.add(role)
      const { answer } = reply
      if (answer.status < 400) {
        succeeded.get(operation)?.add(role)
        pool.collect(request.url, answer.body)
      }
      if (answer.status === 401 && role.person) role.client = server.asAgain(role.person)
    }
    expect(problems.slice(0, 10)).toEqual([])
    expect(listMissing(sent, roles), 'operations that a role did not send').toEqual([])
    // The others need an authenticator, or several calls in a certain order.
    const useful = [...succeeded.values()].filter((by) => by.size > 0)
    expect(useful.length / operations.length).toBeGreaterThan(0.65)
    const isUseful = (role: Role) => useful.filter((by) => by.has(role)).length >= 3
    expect(roles.filter((role) => !isUseful(role)).map(({ name }) => name)).toEqual([])

    if (!isBuilt) return
    await repair(server, roles)
    const [owner, staff] = ['owner@demo.test', 'staff@demo.test'].map(
      (email) => roles.find(({ name }) => name === email)?.person?.id,
    )
    if (owner === undefined || staff === undefined) throw new Error('The demo data has other accounts.')
    const screens = await listScreens(server, { owner, staff, visitor: null })
    const opened = new Set(screens.map(({ page }) => page))
    expect(Object.keys(pageRoutes).filter((name) => !opened.has(name as PageName))).toEqual([])
    const { problems: ofPages, shown } = await browse(server, screens)
    expect(ofPages.slice(0, 10)).toEqual([])
    expect([...shown].toSorted(), 'pages that show a script as text').toEqual(
      expect.arrayContaining(showsScripts),
    )
  },
)
