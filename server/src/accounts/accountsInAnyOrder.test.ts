import {
  changePassword,
  endAccountSession,
  endDeveloperSessions,
  finishSignIn,
  forgotPassword,
  getSession,
  listAccountSessions,
  resetPassword,
  signIn,
  signOut,
  signOutOthers,
} from '@trestle/domain/accounts/contract.ts'
import { deleteAccount } from '@trestle/domain/accounts/deletion/contract.ts'
import {
  cancelEmailChange,
  confirmEmailChange,
  getEmailChange,
  getEmailUndo,
  requestEmailChange,
  undoEmailChange,
} from '@trestle/domain/accounts/emailChanges/contract.ts'
import { emailUndoDays } from '@trestle/domain/accounts/emailChanges/rules.ts'
import {
  cancelFactorReset,
  confirmTotp,
  createRecoveryCodes,
  createTotp,
  deleteTotp,
  getSecondFactors,
  rejectFactorReset,
  requestFactorReset,
} from '@trestle/domain/accounts/factors/contract.ts'
import { pendingSignInMinutes, totpSeconds } from '@trestle/domain/accounts/factors/rules.ts'
import { restoreDeveloper, suspendDeveloper } from '@trestle/domain/accounts/suspensions/contract.ts'
import { listDeveloperApps } from '@trestle/domain/apps/contract.ts'
import { createPersonalToken } from '@trestle/domain/personalTokens/contract.ts'
import { dayMs, hourMs, minuteMs } from '@trestle/domain/time/durations.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildDeveloper, password, type DeveloperRow } from '../../testing/build.ts'
import { readMailedToken } from '../../testing/emails.ts'
import { totpCode } from '../../testing/factors.ts'
import { roundCount } from '../../testing/rounds.ts'
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts'

interface Browser {
  client: Client
  state: 'signed out' | 'pending' | 'signed in'
  startedAt: number
}

interface Link {
  token: string
  isLive: boolean
}

interface Change extends Link {
  from: string
  to: string
  /** When it was confirmed, and the link that undoes it. */
  undo: (Link & { since: number }) | null
}

interface Added {
  at: number
}

/** What should be true of an account, kept without the database. */
class Model {
  email: string
  /** Null after an undone change, which leaves the account without a password that anyone knows. */
  password: string | null = password
  earlierPasswords: string[] = []
  browsers: Browser[] = []
  resets: Link[] = []
  changes: Change[] = []
  totp: (Added & { secret: string }) | null = null
  recoveryCodes: (Added & { left: string[]; used: string[] }) | null = null
  tokens: (Added & { token: string; isLive: boolean })[] = []
  factorReset: { token: string } | null = null
  isSuspended = false
  addressChangedAt = 0

  constructor({ email }: DeveloperRow) {
    this.email = email
  }

  /** Ends every session, except one browser's, and every sign-in that waits for a second factor. */
  signOutAll(except: Browser | null = null): void {
    for (const browser of this.browsers) if (browser !== except) browser.state = 'signed out'
  }

  /** Ends the sign-ins that have waited too long for a second factor. */
  expirePending(now: number): void {
    const isLate = ({ startedAt }: Browser) => now >= startedAt + pendingSignInMinutes * minuteMs
    for (const each of this.browsers) if (each.state === 'pending' && isLate(each)) each.state = 'signed out'
  }

  /** Whether the former owner of the address can still object to its change. */
  hasNewAddress(now: number): boolean {
    return now < this.addressChangedAt + emailUndoDays * dayMs
  }

  endResets(): void {
    for (const link of this.resets) link.isLive = false
  }

  cancelPendingChanges(): void {
    for (const change of this.changes) change.isLive = false
  }

  setPassword(chosen: string | null): void {
    if (this.password !== null) this.earlierPasswords.push(this.password)
    this.password = chosen
    this.endResets()
  }

  /** Removes the only second factor. A sign-in that waits for one can't be finished anymore. */
  removeTotp(): void {
    this.totp = null
    this.recoveryCodes = null
    for (const each of this.browsers) if (each.state === 'pending') each.state = 'signed out'
  }
}

interface World {
  server: TestServer
  person: DeveloperRow
  staff: Client
  model: Model
}

/** Takes from a list by a number that may be larger. */
const pick = <Item>(items: readonly Item[], at: number): Item | undefined => items[at % items.length]

/** Returns a browser that isn't signed in, preferably one that waits for a second factor. */
const pickSignedOut = ({ model }: World, at: number): Browser | undefined => {
  const waiting = model.browsers.filter(({ state }) => state === 'pending')
  const ended = model.browsers.filter(({ state }) => state === 'signed out')
  return pick(waiting.length > 0 && at < 4 ? waiting : ended, at)
}

const pickSignedIn = ({ model }: World, at: number): Browser | undefined =>
  pick(
    model.browsers.filter(({ state }) => state === 'signed in'),
    at,
  )

/** Returns a code that wasn't used yet. */
function nextCode(server: TestServer, secret: string): string {
  server.clock.advance(totpSeconds * 1000)
  return totpCode(server, secret)
}

let made = 0
const newPassword = () => `maple tree in a storm ${(made += 1)}`
const newAddress = () => `moved${(made += 1)}@moved.test`

/**
 * Each action changes the model as it should change the product, and returns whether it was possible. `at` chooses among
 * browsers, links and codes.
 */
const actions = {
  async signIn({ server, model }: World) {
    if (model.password === null) return false
    const client = server.anonymous()
    const body = { email: model.email, password: model.password }
    const answer = await client.attempt(signIn, { body })
    expect(answer.status, answer.text).toBe(model.isSuspended ? 403 : 200)
    if (answer.status !== 200) return false
    const state = model.totp ? 'pending' : 'signed in'
    expect(answer.body).toMatchObject({ developer: model.totp ? null : { email: model.email } })
    model.browsers.push({ client, state, startedAt: server.services.now().getTime() })
    return true
  },
  async signInWithEarlierPassword({ server, model }: World, at: number) {
    const typed = pick(model.earlierPasswords, at)
    if (typed === undefined) return false
    const body = { email: model.email, password: typed }
    expect((await server.anonymous().attempt(signIn, { body })).status).toBe(422)
    return true
  },
  async signInWithEarlierAddress({ server, model }: World, at: number) {
    const change = pick(
      model.changes.filter(({ from }) => from !== model.email),
      at,
    )
    if (!change || model.password === null) return false
    const body = { email: change.from, password: model.password }
    expect((await server.anonymous().attempt(signIn, { body })).status).toBe(422)
    return true
  },
  async finishWithTotp(world: World, at: number) {
    const { server, model } = world
    const browser = pickSignedOut(world, at)
    if (!browser || !model.totp) return false
    const body = { totp: nextCode(server, model.totp.secret) }
    return finish(browser, body, browser.state === 'pending')
  },
  async finishWithRecoveryCode(world: World, at: number) {
    const { model } = world
    const browser = pickSignedOut(world, at)
    const { left = [], used = [] } = model.recoveryCodes ?? {}
    const code = pick([...left, ...used], at)
    if (!browser || code === undefined) return false
    const isRight = browser.state === 'pending' && left.includes(code)
    const isDone = await finish(browser, { recovery_code: code }, isRight)
    if (isDone && model.recoveryCodes) {
      model.recoveryCodes.left = left.filter((each) => each !== code)
      used.push(code)
    }
    return isDone
  },
  async signOut({ model }: World, at: number) {
    const browser = pick(model.browsers, at)
    if (!browser) return false
    await browser.client.call(signOut)
    browser.state = 'signed out'
    return true
  },
  async signOutOthers(world: World, at: number) {
    const browser = pickSignedIn(world, at)
    if (!browser) return false
    const { status } = await browser.client.attempt(signOutOthers)
    if (status !== 204) return false
    world.model.signOutAll(browser)
    return true
  },
  async endOldestSession(world: World, at: number) {
    const browser = pickSignedIn(world, at)
    if (!browser) return false
    const others = world.model.browsers.filter((each) => each.state === 'signed in' && each !== browser)
    const { body: listed } = await browser.client.call(listAccountSessions)
    expect(listed).toHaveLength(others.length + 1)
    const oldest = listed.filter(({ current }) => !current).toSorted((one, other) => one.id - other.id)[0]
    if (!oldest) return false
    const { status } = await browser.client.attempt(endAccountSession, { params: { id: oldest.id } })
    if (status !== 204) return false
    const states = await Promise.all(others.map((each) => readState(each)))
    const ended = others.filter((_each, index) => states[index] !== 'signed in')
    expect(ended).toHaveLength(1)
    for (const each of ended) each.state = 'signed out'
    return true
  },
  async changePassword(world: World, at: number) {
    const { model } = world
    const browser = pickSignedIn(world, at)
    if (!browser || model.password === null) return false
    const fresh = newPassword()
    const body = { current_password: model.password, password: fresh, password_confirmation: fresh }
    const { status } = await browser.client.attempt(changePassword, { body })
    if (status !== 204) return false
    model.setPassword(fresh)
    model.signOutAll(browser)
    return true
  },
  async forgetPassword({ server, model }: World) {
    await server.anonymous().call(forgotPassword, { body: { email: model.email } })
    if (model.isSuspended) return false
    model.endResets()
    const token = await readMailedToken(server, model.email, 'reset_password')
    model.resets.push({ token, isLive: true })
    return true
  },
  async resetPassword({ server, model }: World, at: number) {
    const link = pick(model.resets.toReversed(), at)
    if (!link) return false
    const fresh = newPassword()
    const body = { token: link.token, password: fresh, password_confirmation: fresh }
    const { status, text } = await server.anonymous().attempt(resetPassword, { body })
    expect(status, text).toBe(link.isLive ? 204 : 422)
    if (!link.isLive) return false
    model.setPassword(fresh)
    model.signOutAll()
    return true
  },
  async requestEmailChange(world: World, at: number) {
    const { server, model } = world
    const browser = pickSignedIn(world, at)
    if (!browser) return false
    const to = newAddress()
    const { status } = await browser.client.attempt(requestEmailChange, { body: { email: to } })
    if (status !== 202) return false
    model.cancelPendingChanges()
    const token = await readMailedToken(server, to, 'change_email')
    model.changes.push({ from: model.email, to, token, isLive: true, undo: null })
    return true
  },
  async cancelEmailChange(world: World, at: number) {
    const browser = pickSignedIn(world, at)
    if (!browser) return false
    await browser.client.call(cancelEmailChange)
    world.model.cancelPendingChanges()
    return true
  },
  async confirmEmailChange(world: World, at: number) {
    const { server, model } = world
    const browser = pickSignedIn(world, at)
    const change = pick(model.changes.toReversed(), at)
    if (!browser || !change) return false
    const { token } = change
    const { status, text } = await browser.client.attempt(confirmEmailChange, { body: { token } })
    expect(status, text).toBe(change.isLive ? 200 : 404)
    if (!change.isLive) return false
    change.isLive = false
    change.from = model.email
    model.email = change.to
    model.addressChangedAt = server.services.now().getTime()
    const undo = await readMailedToken(server, change.from, 'undo_email_change')
    change.undo = { token: undo, isLive: true, since: server.services.now().getTime() }
    model.endResets()
    model.signOutAll(browser)
    return true
  },
  async undoEmailChange({ server, model }: World, at: number) {
    const undone = pick(model.changes.filter(({ undo }) => undo).toReversed(), at)
    if (!undone?.undo) return false
    const { token, isLive, since } = undone.undo
    const { status, text } = await server.anonymous().attempt(undoEmailChange, { body: { token } })
    expect(status, text).toBe(isLive ? 200 : 404)
    if (!isLive) return false
    undone.undo.isLive = false
    for (const later of model.changes.slice(model.changes.indexOf(undone) + 1)) {
      later.isLive = false
      if (later.undo) later.undo.isLive = false
    }
    model.email = undone.from
    model.addressChangedAt = server.services.now().getTime()
    model.setPassword(null)
    model.signOutAll()
    if (model.totp && model.totp.at >= since) model.removeTotp()
    if (model.recoveryCodes && model.recoveryCodes.at >= since) model.recoveryCodes = null
    for (const each of model.tokens) if (each.at >= since) each.isLive = false
    const reset = await readMailedToken(server, model.email, 'reset_password')
    model.resets.push({ token: reset, isLive: true })
    return true
  },
  async addTotp(world: World, at: number) {
    const { server, model } = world
    const browser = pickSignedIn(world, at)
    if (!browser) return false
    const { status, body } = await browser.client.attempt(createTotp)
    if (status !== 200) return false
    expect(model.totp).toBeNull()
    const { secret } = body as { secret: string }
    await browser.client.call(confirmTotp, { body: { totp: nextCode(server, secret) } })
    model.totp = { secret, at: server.services.now().getTime() }
    return true
  },
  async removeTotp(world: World, at: number) {
    const browser = pickSignedIn(world, at)
    if (!browser) return false
    const { status } = await browser.client.attempt(deleteTotp)
    if (status !== 204) return false
    world.model.removeTotp()
    return true
  },
  async createRecoveryCodes(world: World, at: number) {
    const browser = pickSignedIn(world, at)
    if (!browser || !world.model.totp) return false
    const { status, body } = await browser.client.attempt(createRecoveryCodes)
    if (status !== 200) return false
    const { codes } = body as { codes: string[] }
    world.model.recoveryCodes = { left: codes, used: [], at: world.server.services.now().getTime() }
    return true
  },
  async createToken(world: World, at: number) {
    const { server, model } = world
    const browser = pickSignedIn(world, at)
    if (!browser) return false
    const { status, body } = await browser.client.attempt(createPersonalToken, {
      body: { name: 'Build server', actions: ['app.view'], app_ids: null, expires_in_days: 90 },
    })
    if (status !== 201) return false
    const { token } = body as { token: string }
    model.tokens.push({ token, isLive: true, at: server.services.now().getTime() })
    return true
  },
  async suspend({ model, person, staff }: World) {
    const call = { params: { id: person.id }, body: { reason: 'Shared their password' } }
    const { status } = await staff.attempt(suspendDeveloper, call)
    expect(status).toBe(model.isSuspended ? 409 : 200)
    if (status !== 200) return false
    model.isSuspended = true
    model.factorReset = null
    model.signOutAll()
    model.endResets()
    model.cancelPendingChanges()
    for (const each of model.tokens) each.isLive = false
    return true
  },
  async restore({ model, person, staff }: World) {
    if (!model.isSuspended) return false
    await staff.call(restoreDeveloper, { params: { id: person.id } })
    model.isSuspended = false
    return true
  },
  async endSessions({ model, person, staff }: World) {
    await staff.call(endDeveloperSessions, { params: { id: person.id } })
    model.signOutAll()
    return true
  },
  async requestFactorReset({ server, model, person, staff }: World) {
    const call = { params: { id: person.id }, body: { reason: 'Lost their phone' } }
    const { status } = await staff.attempt(requestFactorReset, call)
    const isReachable = !model.isSuspended && !model.hasNewAddress(server.services.now().getTime())
    expect(status === 202).toBe(isReachable && model.totp !== null && model.factorReset === null)
    if (status !== 202) return false
    model.factorReset = { token: await readMailedToken(server, model.email, 'cancel_factor_reset') }
    return true
  },
  async cancelFactorReset({ server, model, person, staff }: World, at: number) {
    if (model.factorReset && at % 2 === 0) {
      await server.anonymous().call(rejectFactorReset, { body: model.factorReset })
    } else {
      const { status } = await staff.attempt(cancelFactorReset, { params: { id: person.id } })
      expect(status).toBe(model.factorReset ? 204 : 404)
    }
    const wasPending = model.factorReset !== null
    model.factorReset = null
    return wasPending
  },
  async waitADay({ server, model }: World) {
    server.clock.advance(25 * hourMs)
    await server.drainJobs()
    model.expirePending(server.services.now().getTime())
    model.endResets()
    model.cancelPendingChanges()
    if (!model.factorReset) return true
    model.factorReset = null
    model.removeTotp()
    model.signOutAll()
    return true
  },
} as const satisfies Record<string, (world: World, at: number) => Promise<boolean>>
type Action = keyof typeof actions

async function finish(
  browser: Browser,
  body: { totp: string } | { recovery_code: string },
  isRight: boolean,
): Promise<boolean> {
  const { status, text } = await browser.client.attempt(finishSignIn, { body })
  expect(status === 200, text).toBe(isRight)
  if (isRight) browser.state = 'signed in'
  return isRight
}

async function readState({ client }: Browser): Promise<Browser['state']> {
  const { developer, second_factor } = (await client.call(getSession)).body
  if (developer) return 'signed in'
  return second_factor ? 'pending' : 'signed out'
}

const isFound = async (answer: Promise<{ status: number }>): Promise<boolean> => (await answer).status === 200

/** Returns what the product says about everything that could give access to the account. */
async function read({ server, person, model }: World) {
  const visitor = server.as(null)
  const reader = server.asAgain(person)
  const factors = model.isSuspended ? null : (await reader.call(getSecondFactors)).body
  if (factors) await reader.call(signOut)
  return {
    browsers: await Promise.all(model.browsers.map((browser) => readState(browser))),
    tokens: await Promise.all(
      model.tokens.map(({ token }) => isFound(server.bearer(token).attempt(listDeveloperApps))),
    ),
    changes: await Promise.all(
      model.changes.map(({ token }) => isFound(visitor.attempt(getEmailChange, { params: { token } }))),
    ),
    undos: await Promise.all(
      model.changes.map(({ undo }) =>
        isFound(visitor.attempt(getEmailUndo, { params: { token: undo?.token ?? 'none' } })),
      ),
    ),
    totp: factors && factors.totp_confirmed_at !== null,
    recoveryCodes: factors?.recovery_codes_left ?? null,
  }
}

/** Returns what the model says about the same. */
const expected = ({ browsers, tokens, changes, totp, recoveryCodes, isSuspended }: Model) => ({
  browsers: browsers.map(({ state }) => state),
  tokens: tokens.map(({ isLive }) => isLive),
  changes: changes.map(({ isLive }) => isLive),
  undos: changes.map(({ undo }) => undo?.isLive ?? false),
  totp: isSuspended ? null : totp !== null,
  recoveryCodes: isSuspended ? null : (recoveryCodes?.left.length ?? 0),
})

const kinds = Object.keys(actions) as Action[]
/** Most often what gives access, so that there is something to end. */
const step = fc.tuple(
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom<Action>('signIn', 'finishWithTotp', 'finishWithRecoveryCode') },
    {
      weight: 2,
      arbitrary: fc.constantFrom<Action>('addTotp', 'createRecoveryCodes', 'requestFactorReset', 'restore'),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom<Action>('requestEmailChange', 'confirmEmailChange', 'resetPassword'),
    },
    { weight: 3, arbitrary: fc.constantFrom(...kinds) },
  ),
  fc.nat({ max: 5 }),
)

test('an account opens exactly to who may use it, in any order of events', { timeout: 900_000 }, async () => {
  const server = await startTestServer({
    env: { SIGN_IN_ATTEMPTS: '100000', SUDO_MINUTES: '1440', REQUESTS_PER_MINUTE: '1000000' },
  })
  const happened = new Set<Action>()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 60, maxLength: 100, size: 'max' }), async (sequence) => {
      const person = await buildDeveloper(server)
      const admin = await buildDeveloper(server, { is_admin: true })
      const model = new Model(person)
      for (const [action, at] of sequence) {
        // Whatever is added later has a later time.
        server.clock.advance(1000)
        model.expirePending(server.services.now().getTime())
        const world: World = { server, person, model, staff: server.asAgain(admin) }
        if (!(await actions[action](world, at))) continue
        happened.add(action)
        expect(await read(world), action).toEqual(expected(model))
      }
      await endAccount({ server, person, model, staff: server.asAgain(admin) })
    }),
    { numRuns: roundCount({ short: 20, long: 300 }), seed: 20_261_130, endOnFailure: true },
  )
  // Sequences in which something never succeeds would prove nothing about it.
  expect([...happened].toSorted()).toEqual(kinds.toSorted())
})

/** Deletes the account, after which nothing opens it. */
async function endAccount(world: World): Promise<void> {
  const { server, model, person } = world
  await actions.restore(world)
  await server.asAgain(person).call(deleteAccount, { body: { email: model.email } })
  const { browsers, tokens, changes, undos } = await read({
    ...world,
    model: Object.assign(model, { isSuspended: true }),
  })
  expect(browsers.filter((state) => state !== 'signed out')).toEqual([])
  expect([...tokens, ...changes, ...undos].filter(Boolean)).toEqual([])
  const body = { email: model.email, password: model.password ?? password }
  expect((await server.anonymous().attempt(signIn, { body })).status).toBe(422)
}
