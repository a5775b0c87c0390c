import { existsSync } from 'node:fs'
import { serviceScopes } from '@trestle/domain/access/serviceScopes.ts'
import { expect, test } from 'vitest'
import { fillDemo } from '../seed/run.ts'
import { buildApp, type DeveloperRow } from '../testing/build.ts'
import { browse, listScreens } from '../testing/fuzz/browse.ts'
import { mark } from '../testing/fuzz/hostile.ts'
import { createPool } from '../testing/fuzz/pool.ts'
import { createRandom, type Random } from '../testing/fuzz/random.ts'
import { createJudge, type Reply } from '../testing/fuzz/replies.ts'
import {
  createRequests,
  listOperations,
  type FuzzedRequest,
  type Operation,
} from '../testing/fuzz/requests.ts'
import { makePicture } from '../testing/pictures.ts'
import { startTestServer, type Client, type TestServer } from '../testing/server.ts'
import { makeVideo } from '../testing/videos.ts'
import { createServiceToken } from './accounts/serviceToken.ts'

/** `npm run fuzz` sets a new seed for each round. */
const seed = Number(process.env.FUZZ_SEED ?? 1)
const requestCount = 5_000
/** Without a build there are no pages. `npm test` builds first. */
const isBuilt = existsSync(new URL('../../web/dist/index.html', import.meta.url))
/** How often the accounts of the roles are repaired, and an app is added: requests also delete and suspend. */
const repairEvery = 100

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

interface Role {
  name: string
  client: Client
  headers: Record<string, string>
  person?: DeveloperRow
}

/** Returns a visitor, the demo accounts and a service. */
async function openRoles(server: TestServer): Promise<Role[]> {
  const developers = await server.services.db.selectFrom('developers').selectAll().orderBy('id').execute()
  const people = developers
    .filter(({ email }) => email.endsWith('@demo.test'))
    .map((person) => ({ name: person.email, client: server.as(person), headers: {}, person }))
  const authorization = `Bearer ${await createServiceToken(server.services, 'fuzzer', { scopes: serviceScopes })}`
  return [
    { name: 'visitor', client: server.anonymous(), headers: {} },
    { name: 'service', client: server.anonymous(), headers: { authorization } },
    ...people,
  ]
}

/** Makes the accounts of the roles what they were, and gives them one more app. */
async function repair(server: TestServer, roles: Role[]): Promise<void> {
  const { db } = server.services
  const people = roles.flatMap(({ person }) => person ?? [])
  for (const { id, email, email_confirmed_at, is_admin, is_employee, is_partner } of people) {
    const access = { email, email_confirmed_at, is_admin, is_employee, is_partner }
    await db.updateTable('developers').set(access).where('id', '=', id).execute()
    await db.deleteFrom('suspensions').where('developer_id', '=', id).execute()
  }
  const [owner, admin, developer] = people
  if (!owner || !admin || !developer) throw new Error('The demo data has other accounts.')
  const app = await buildApp(server, { owner_id: owner.id })
  const at = { created_at: app.created_at, updated_at: app.updated_at }
  await db
    .insertInto('collaborators')
    .values([
      { app_id: app.id, developer_id: admin.id, role: 'admin', ...at },
      { app_id: app.id, developer_id: developer.id, role: 'developer', ...at },
    ])
    .execute()
}

/** Returns the secrets in the latest emails, which some calls need. */
async function listMailedTokens(server: TestServer): Promise<{ token: string }[]> {
  const mails = await server.mails()
  const tokens = mails.flatMap(({ body }) =>
    [...body.matchAll(/\/([\w-]{30,})\b/g)].map(([, token = '']) => token),
  )
  return tokens.slice(-20).map((token) => ({ token }))
}

const usualRoles = [
  ['/admin/', 'staff@demo.test'],
  ['/platform/', 'service'],
] as const

/** Returns mostly a role that may make the call, because the others are refused before it does anything. */
function pickRole(random: Random, roles: Role[], { path }: Operation): Role {
  const [, fitting = 'owner@demo.test'] = usualRoles.find(([part]) => path.includes(part)) ?? []
  const role = roles.find(({ name }) => name === fitting)
  return role && random.chance(0.6) ? role : random.pick(roles)
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
    const operations = listOperations((await server.as(null).get('/api/v1/openapi.json')).body)
    const toRequest = createRequests(random, pool, await makeFiles())
    const judge = createJudge({ send, toRequest })
    const roles = await openRoles(server)
    const succeeded = new Set<Operation>()
    const problems: string[] = []

    // Lists first, so that later requests reach what is there.
    const lists = operations.filter(({ method, path }) => method === 'GET' && !path.includes('{'))
    for (const role of roles)
      for (const { path } of lists) pool.collect(path, (await role.client.get(path)).body)

    for (let count = 0; count < requestCount; count += 1) {
      if (count % repairEvery === 0) {
        await repair(server, roles)
        pool.collect('/mails', await listMailedTokens(server))
      }
      const operation = random.pick(operations)
      const role = pickRole(random, roles, operation)
      const request = toRequest(operation)
      const { reply, problem } = await judge(role, request)
      if (problem) problems.push(`${problem}: ${describeRequest(role, request, reply)}`)
      const { answer } = reply
      if (answer.status < 300) {
        succeeded.add(request.operation)
        pool.collect(request.url, answer.body)
      }
      if (answer.status === 401 && role.person) role.client = server.asAgain(role.person)
    }
    expect(problems.slice(0, 10)).toEqual([])
    // The others need an authenticator, or several calls in a certain order.
    expect(succeeded.size / operations.length).toBeGreaterThan(0.65)

    if (!isBuilt) return
    await repair(server, roles)
    const staff = roles.find(({ name }) => name === 'staff@demo.test')?.person
    if (!staff) throw new Error('The demo data has other accounts.')
    const screens = await listScreens(server, staff.id)
    const { problems: ofPages, shown } = await browse(server, screens)
    expect(ofPages.slice(0, 10)).toEqual([])
    expect(shown, 'pages that show a script as text').toBeGreaterThan(5)
  },
)
