import * as argon2 from '@node-rs/argon2'
import { signIn, register } from '@trestle/domain/accounts/contract.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { hashPassword } from './password.ts'

// Test files share their modules, so modules loaded by an earlier file would call the real functions uncounted.
vi.hoisted(() => vi.resetModules())
// Counts calls of the real functions. They dominate the response time, and unlike a duration a count doesn't
// depend on the machine.
vi.mock('@node-rs/argon2', { spy: true })

const cost = 'm=19456,t=2,p=1'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true, env: { SIGN_IN_ATTEMPTS: '1000' } })
})
afterAll(() => server.close())
beforeEach(() => vi.clearAllMocks())

const hashWork = () => ({
  hashed: vi.mocked(argon2.hash).mock.calls.map(([, options]) => options),
  verified: vi.mocked(argon2.verify).mock.calls.map(([stored]) => String(stored).split('$')[3]),
})

test(
  'signing in with an unknown address does the hash work of a wrong password',
  { tags: ['ACC-06'] },
  async () => {
    const { email } = await buildDeveloper(server, {
      password_hash: await hashPassword('maple tree in a storm'),
    })
    vi.clearAllMocks()
    await server.anonymous().refusal(signIn, { body: { email, password: 'something else' } })
    const known = hashWork()
    vi.clearAllMocks()
    await server
      .anonymous()
      .refusal(signIn, { body: { email: 'unknown@example.test', password: 'something else' } })
    expect(hashWork()).toEqual(known)
    expect(known).toEqual({ hashed: [], verified: [cost] })
  },
)

test('registering a taken address does the hash work of a new one', { tags: ['ACC-06'] }, async () => {
  const ada = (email: string) => ({
    first_name: 'Ada',
    last_name: 'Byron',
    email,
    password: 'maple tree in a storm',
    password_confirmation: 'maple tree in a storm',
    terms_accepted: true,
  })
  await server.anonymous().call(register, { body: ada('new@example.test') })
  const fresh = hashWork()
  vi.clearAllMocks()
  await server.anonymous().call(register, { body: ada('new@example.test') })
  expect(hashWork()).toEqual(fresh)
  expect(fresh).toEqual({ hashed: [{ memoryCost: 19_456, timeCost: 2, parallelism: 1 }], verified: [] })
})
