import { restoreDeveloper, suspendDeveloper } from '@trestle/domain/accounts/suspensions/contract.ts'
import { deleteDeveloperApp, updateAdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import {
  createClientSecret,
  deleteClientSecret,
  listClientSecrets,
  resetAppSecret,
  updateClientSecret,
} from '@trestle/domain/credentials/contract.ts'
import {
  revokeAuthorizedApp,
  suspendCredentials,
  unsuspendCredentials,
} from '@trestle/domain/oauth/contract.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import {
  basic,
  buildOauthApp,
  getUserTokens,
  isLive,
  postForm,
  refresh,
  requestOwnToken,
  type OauthApp,
} from '../../testing/oauth.ts'
import { roundCount } from '../../testing/rounds.ts'
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts'

interface Secret {
  id: number
  secret: string
  isDisabled: boolean
}

interface Grant {
  person: Person
  isRevoked: boolean
}

interface Person {
  id: number
  isSuspended: boolean
}

/** An access token, with everything that it depends on. */
interface AccessToken {
  token: string
  /** Null if the app was public. */
  secretId: number | null
  generation: number
  grant: Grant | null
  isRevoked: boolean
}

interface RefreshToken {
  token: string
  generation: number
  grant: Grant
  isUsed: boolean
}

/** What should be true of an app and its tokens, kept without the database. */
class Model {
  secrets: Secret[]
  grants = new Map<string, Grant>()
  accessTokens: AccessToken[] = []
  refreshTokens: RefreshToken[] = []
  generation = 0
  isSuspended = false
  isDeleted = false
  isPublic = false

  constructor({ secretId: id, secret }: OauthApp) {
    this.secrets = [{ id, secret, isDisabled: false }]
  }

  get isOff() {
    return this.isSuspended || this.isDeleted
  }

  isUsable(secret: Secret): boolean {
    return !this.isOff && !secret.isDisabled && this.secrets.includes(secret)
  }

  /** Whether the app can authenticate, with this secret unless it is public. */
  canAuthenticate(secret: Secret): boolean {
    return this.isPublic ? !this.isOff : this.isUsable(secret)
  }

  isLive({ secretId, generation, grant, isRevoked }: AccessToken): boolean {
    const secret = this.secrets.find(({ id }) => id === secretId)
    const isGranted = grant === null ? !this.isPublic : !grant.isRevoked && !grant.person.isSuspended
    return (
      (secretId === null ? !this.isOff : secret !== undefined && this.isUsable(secret)) &&
      generation === this.generation &&
      isGranted &&
      !isRevoked
    )
  }

  isRefreshable({ generation, grant, isUsed }: RefreshToken): boolean {
    return generation === this.generation && !grant.isRevoked && !grant.person.isSuspended && !isUsed
  }

  revokeGrants(person: Person): void {
    for (const grant of this.grants.values()) if (grant.person === person) grant.isRevoked = true
  }

  addUserTokens(tokens: { access: string; refresh: string }, person: Person, secret: Secret): void {
    const { generation } = this
    const grantId = grantIdOf(tokens.access)
    const grant = this.grants.get(grantId) ?? { person, isRevoked: false }
    this.grants.set(grantId, grant)
    this.accessTokens.push({
      token: tokens.access,
      secretId: this.isPublic ? null : secret.id,
      generation,
      grant,
      isRevoked: false,
    })
    this.refreshTokens.push({ token: tokens.refresh, generation, grant, isUsed: false })
  }
}

function grantIdOf(accessToken: string): string {
  const [, payload = ''] = accessToken.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { gid?: string }
  if (claims.gid === undefined) throw new Error("The token doesn't name its grant.")
  return claims.gid
}

interface World {
  server: TestServer
  app: OauthApp
  model: Model
  owner: Client
  staff: Client
  people: [Person, Person]
}

async function buildWorld(server: TestServer, staff: Client): Promise<World> {
  const app = await buildOauthApp(server)
  const people: World['people'] = [
    { id: (await buildDeveloper(server)).id, isSuspended: false },
    { id: (await buildDeveloper(server)).id, isSuspended: false },
  ]
  return { server, app, model: new Model(app), owner: server.as({ id: app.app.owner_id }), staff, people }
}

/** Takes from a list by a number that may be larger. */
const pick = <Item>(items: readonly Item[], at: number): Item | undefined => items[at % items.length]

const withSecret = ({ app, model }: World, { secret }: Secret): OauthApp => ({
  ...app,
  app: { ...app.app, confidential: !model.isPublic },
  secret,
})

/**
 * Each action changes the model as it should change the product, and returns whether it was possible. `at` chooses among
 * secrets, tokens or people.
 */
const actions = {
  async getOwnToken(world: World, at: number) {
    const { server, model } = world
    const secret = pick(model.secrets, at)
    if (!secret) return false
    const { status, body, text } = await requestOwnToken(server, withSecret(world, secret))
    expect(status === 200, text).toBe(!model.isPublic && model.isUsable(secret))
    if (status !== 200) return false
    const { generation } = model
    const token = String(body.access_token)
    model.accessTokens.push({ token, secretId: secret.id, generation, grant: null, isRevoked: false })
    return true
  },
  async getUserTokens(world: World, at: number) {
    const { server, model, people } = world
    const secret = pick(model.secrets, at)
    const person = pick(people, at)
    if (!secret || !person || !model.canAuthenticate(secret) || person.isSuspended) return false
    const tokens = await getUserTokens(server, server.asAgain(person), withSecret(world, secret))
    model.addUserTokens(tokens, person, secret)
    return true
  },
  async refresh(world: World, at: number) {
    const { server, model } = world
    const secret = pick(model.secrets, at)
    const used = pick(model.refreshTokens, at)
    if (!secret || !used) return false
    const { status, body, text } = await refresh(server, withSecret(world, secret), used.token)
    const isPossible = model.canAuthenticate(secret) && model.isRefreshable(used)
    expect(status === 200, text).toBe(isPossible)
    // Someone else may have the token. One from before a reset is unknown.
    const isReplay = used.isUsed && used.generation === model.generation
    if (model.canAuthenticate(secret) && isReplay) used.grant.isRevoked = true
    if (status !== 200) return false
    used.isUsed = true
    const tokens = { access: String(body.access_token), refresh: String(body.refresh_token) }
    model.addUserTokens(tokens, used.grant.person, secret)
    return true
  },
  async revokeToken(world: World, at: number) {
    const { server, model, app } = world
    const secret = model.secrets.find((each) => model.isUsable(each))
    const access = pick(model.accessTokens, at)
    if (!secret || !access || model.isPublic || !model.isLive(access)) return false
    const authorization = basic(app.clientId, secret.secret)
    const { status } = await postForm(server, '/oauth/revoke', { token: access.token }, { authorization })
    expect(status).toBe(200)
    access.isRevoked = true
    if (access.grant) access.grant.isRevoked = true
    return true
  },
  async createSecret({ app, model, owner }: World) {
    const { status, body } = await owner.attempt(createClientSecret, { params: { id: app.app.id } })
    if (status !== 201) return false
    model.secrets.push({ id: Number(body.id), secret: String(body.secret), isDisabled: false })
    return true
  },
  async disableSecret(world: World, at: number) {
    return setDisabled(world, at, true)
  },
  async enableSecret(world: World, at: number) {
    return setDisabled(world, at, false)
  },
  async deleteSecret({ app, model, owner }: World, at: number) {
    const secret = pick(model.secrets, at)
    if (!secret) return false
    const params = { id: app.app.id, secret_id: secret.id }
    const { status } = await owner.attempt(deleteClientSecret, { params })
    if (status !== 204) return false
    model.secrets = model.secrets.filter((each) => each !== secret)
    return true
  },
  async resetSecret({ app, model, owner }: World) {
    const params = { id: app.app.id }
    const { status, body } = await owner.attempt(resetAppSecret, { params, body: { confirmed: true } })
    if (status !== 200) return false
    const [listed] = (await owner.call(listClientSecrets, { params })).body
    if (!listed) throw new Error('A reset creates a secret.')
    const { secret } = (body as { credentials: { secret: string } }).credentials
    model.secrets = [{ id: listed.id, secret, isDisabled: false }]
    model.generation += 1
    return true
  },
  async suspendCredentials({ app, model, staff }: World) {
    const params = { id: app.app.id }
    const body = { environment: 'production', reason: 'Abuse' } as const
    const { status } = await staff.attempt(suspendCredentials, { params, body })
    if (status < 300) model.isSuspended = true
    return status < 300
  },
  async unsuspendCredentials({ app, model, staff }: World) {
    const call = { params: { id: app.app.id }, body: { environment: 'production' } } as const
    const { status } = await staff.attempt(unsuspendCredentials, call)
    if (status < 300) model.isSuspended = false
    return status < 300
  },
  async makePublic(world: World) {
    return setPublic(world, true)
  },
  async makeConfidential(world: World) {
    return setPublic(world, false)
  },
  async revokeApp({ app, model, server, people }: World, at: number) {
    const person = pick(people, at)
    if (!person || person.isSuspended) return false
    const params = { id: app.app.id }
    const { status } = await server.asAgain(person).attempt(revokeAuthorizedApp, { params })
    model.revokeGrants(person)
    return status < 300
  },
  async suspendPerson({ model, staff, people }: World, at: number) {
    const person = pick(people, at)
    if (!person || person.isSuspended) return false
    await staff.call(suspendDeveloper, { params: { id: person.id }, body: { reason: 'Abuse' } })
    person.isSuspended = true
    model.revokeGrants(person)
    return true
  },
  async restorePerson({ staff, people }: World, at: number) {
    const person = pick(people, at)
    if (!person?.isSuspended) return false
    await staff.call(restoreDeveloper, { params: { id: person.id } })
    person.isSuspended = false
    return true
  },
} as const satisfies Record<string, (world: World, at: number) => Promise<boolean>>
type Action = keyof typeof actions

async function setDisabled({ app, model, owner }: World, at: number, disabled: boolean): Promise<boolean> {
  const secret = pick(model.secrets, at)
  if (!secret) return false
  const params = { id: app.app.id, secret_id: secret.id }
  const { status } = await owner.attempt(updateClientSecret, { params, body: { disabled } })
  if (status === 200) secret.isDisabled = disabled
  return status === 200
}

async function setPublic({ app, model, staff }: World, isPublic: boolean): Promise<boolean> {
  if (model.isPublic === isPublic) return false
  const call = { params: { id: app.app.id }, body: { confidential: !isPublic } }
  await staff.call(updateAdminDeveloperApp, call)
  model.isPublic = isPublic
  return true
}

/** Returns whether each token works, next to whether it should. */
async function compare({ server, app, model }: World) {
  const works = await Promise.all(model.accessTokens.map(({ token }) => isLive(server, app, token)))
  return { works, expected: model.accessTokens.map((token) => model.isLive(token)) }
}

/** Most often new tokens, so that there is something to end. */
const kinds = Object.keys(actions) as Action[]
const step = fc.tuple(
  fc.oneof(
    {
      weight: 2,
      arbitrary: fc.constantFrom<Action>('getOwnToken', 'getUserTokens', 'refresh', 'createSecret'),
    },
    { weight: 3, arbitrary: fc.constantFrom(...kinds) },
  ),
  fc.nat({ max: 5 }),
)

test(
  'a token works exactly as long as its secret, its grant, its person and its app allow, in any order of events',
  { timeout: 900_000 },
  async () => {
    const server = await startTestServer({ env: { REQUESTS_PER_MINUTE: '1000000' } })
    const staff = server.as(await buildDeveloper(server, { is_admin: true }))
    const happened = new Set<Action>()
    let live = 0
    let ended = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (sequence) => {
        const world = await buildWorld(server, staff)
        for (const [action, at] of sequence) {
          if (await actions[action](world, at)) happened.add(action)
          const { works, expected } = await compare(world)
          expect(works, action).toEqual(expected)
          live += expected.filter(Boolean).length
          ended += expected.filter((isExpected) => !isExpected).length
        }
        await world.owner.call(deleteDeveloperApp, { params: { id: world.app.app.id } })
        world.model.isDeleted = true
        const { works, expected } = await compare(world)
        expect(works, 'deleted').toEqual(expected)
      }),
      { numRuns: roundCount({ short: 40, long: 300 }), seed: 20_261_130, endOnFailure: true },
    )
    // Sequences in which something never succeeds, or with no live or no ended tokens, would prove nothing.
    expect([...happened].toSorted()).toEqual(kinds.toSorted())
    expect(Math.min(live, ended)).toBeGreaterThan(100)
  },
)
