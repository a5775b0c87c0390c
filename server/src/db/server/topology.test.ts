import { join } from 'node:path'
import { forgotPassword } from '@trestle/domain/accounts/contract.ts'
import { expect, onTestFinished, test } from 'vitest'
import { startMixedLoad, type LoadAnswer } from '../../../testing/mixedLoad.ts'
import { checkOutEarlierRelease } from '../../../testing/earlierRelease.ts'
import { newFolder } from '../../../testing/folders.ts'
import { basic, buildOauthApp } from '../../../testing/oauth.ts'
import { makePicture, writeForm } from '../../../testing/pictures.ts'
import { roundCount } from '../../../testing/rounds.ts'
import { buildSignedIn } from '../../../testing/serverProcess.ts'
import {
  browseOver,
  hasBalancer,
  sendOver,
  signInOver,
  startTopology,
  type Topology,
} from '../../../testing/topology.ts'
import { copyWebBuild } from '../../../testing/webBuildCopy.ts'
import { connect } from '../connect.ts'
import { migrate } from '../migrate.ts'
import { openDatabase, type Database } from '../pool.ts'

async function openAdmin(databaseUrl: string): Promise<Database> {
  const admin = await openDatabase({ databaseUrl, dataDir: '', log: () => undefined })
  onTestFinished(admin.close)
  return admin
}

const resetPassword = async ({ ask }: Topology, headers: Record<string, string>, admin: Database) => {
  const { rows } = await admin.pool.query<{ email: string }>(
    'select email from developers order by id limit 1',
  )
  await sendOver(ask, headers)(forgotPassword.method, forgotPassword.path, rows[0])
}

const countResets = ({ emails }: Topology): number =>
  emails.filter((email) => email.includes('Subject: Choose a new Trestle password')).length

/** Requests a token for a new app, as its service does. */
async function requestToken({ ask }: Topology, admin: Database): Promise<LoadAnswer> {
  const context = { services: { db: connect(admin.pool), now: () => new Date() } }
  const { clientId, secret } = await buildOauthApp(context)
  const authorization = basic(clientId, secret)
  const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' }
  return ask({ method: 'POST', path: '/oauth/token', headers }, 'grant_type=client_credentials')
}

const isLong = process.env.TEST_LONG === 'true'
/** `npm test` installs HAProxy if it can. */
const options = { timeout: 1_800_000, skip: !hasBalancer && !isLong }

test('loses no request while web processes restart one at a time behind HAProxy', options, async () => {
  const goal = roundCount({ short: 500, long: 5_000 })
  const topology = await startTopology()
  const admin = await openAdmin(topology.databaseUrl)
  const { appId, token } = await buildSignedIn(admin.pool)
  const headers = await signInOver(topology.ask, token)
  const send = sendOver(topology.ask, headers)
  let sent = 0
  const counted: typeof send = (...request) => {
    sent += 1
    return send(...request)
  }
  const load = startMixedLoad(counted, appId, { browsers: browseOver(topology.ask, headers) })
  await load.untilAcknowledged(10)
  do {
    await topology.restartWeb(0)
    if (isLong) await topology.restartWeb(1)
  } while (sent < goal)
  const report = await load.stop()
  expect(report).toMatchObject({ unavailable: 0, wrong: [] })
  expect(report.pages).toBeGreaterThan(20)
  expect(await report.findLost(connect(admin.pool))).toEqual([])
  expect(sent).toBeGreaterThanOrEqual(goal)
  expect(await requestToken(topology, admin)).toMatchObject({ status: 200, body: { token_type: 'Bearer' } })
})

test(
  'shares uploads, jobs and sessions among the processes behind HAProxy',
  { ...options, skip: !isLong },
  async () => {
    const topology = await startTopology()
    const admin = await openAdmin(topology.databaseUrl)
    const { appId, token } = await buildSignedIn(admin.pool)
    const headers = await signInOver(topology.ask, token)

    await resetPassword(topology, headers, admin)
    // Only the jobs process sends emails.
    await expect.poll(() => countResets(topology)).toBe(1)

    const picture = await makePicture(256)
    const form = writeForm([{ name: 'developer_app[thumbnail]', value: picture, filename: 'logo.png' }])
    const path = `/api/v1/developer_apps/${appId}`
    const saved = await topology.ask(
      { method: 'PATCH', path, headers: { ...headers, ...form.headers } },
      form.payload,
    )
    const { thumbnail_url: url } = saved.body as { thumbnail_url: string }
    for (const web of topology.web) expect((await fetch(`${web.url}${url}`)).status).toBe(200)
    // A process without the role web has no files.
    expect((await fetch(`${topology.jobs.url}${url}`)).status).toBe(404)

    const announced = { 'content-length': String(600 * 1024 * 1024) }
    const refused = await topology.ask({ method: 'PATCH', path, headers: { ...headers, ...announced } })
    expect(refused.status).toBe(413)
  },
)

test(
  'loses no request while an earlier release is replaced by this one behind HAProxy',
  { ...options, skip: !isLong },
  async () => {
    const release = await checkOutEarlierRelease()
    const webFolder = await newFolder()
    // As if built over the running build: pages of the earlier release find their assets until they are closed.
    await copyWebBuild(webFolder, 'current', { earlier: join(release, 'web/dist') })
    const topology = await startTopology({ release, webFolder })
    const admin = await openAdmin(topology.databaseUrl)
    const { appId, token } = await buildSignedIn(admin.pool)
    const headers = await signInOver(topology.ask, token)
    const load = startMixedLoad(sendOver(topology.ask, headers), appId, {
      browsers: browseOver(topology.ask, headers),
    })
    await load.untilAcknowledged(50)
    expect(await migrate(admin.pool)).not.toEqual([])
    await load.untilAcknowledged(50)
    for (const index of [0, 1]) {
      await topology.upgradeWeb(index)
      await load.untilAcknowledged(50)
    }
    await resetPassword(topology, headers, admin)
    await expect.poll(() => countResets(topology)).toBe(1)
    await topology.upgradeJobs()
    await load.untilAcknowledged(50)
    const report = await load.stop()
    expect(report).toMatchObject({ unavailable: 0, wrong: [] })
    expect(report.pages).toBeGreaterThan(20)
    expect(await report.findLost(connect(admin.pool))).toEqual([])
    await resetPassword(topology, headers, admin)
    await expect.poll(() => countResets(topology)).toBe(2)
    expect(await requestToken(topology, admin)).toMatchObject({ status: 200, body: { token_type: 'Bearer' } })
  },
)
