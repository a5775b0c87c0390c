// @module-tag engine
import { getDeveloperApp, updateDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { createSubmission, getListing, updateSubmission } from '@trestle/domain/listings/contract.ts'
import { reviewVersion, showManifest } from '@trestle/domain/manifests/contract.ts'
import { toAddress } from '@trestle/domain/http/address.ts'
import type { Endpoint } from '@trestle/domain/http/endpoint.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  buildApp,
  buildDeveloper,
  buildVersion,
  type AppRow,
  type DeveloperRow,
} from '../../testing/build.ts'
import { buildSubmission } from '../../testing/listings.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { routes } from '../routes.ts'
import { acceptsIfMatch } from './preconditions.ts'

let server: TestServer
let owner: DeveloperRow
let app: AppRow
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
  owner = await buildDeveloper(server)
  app = await buildApp(server, { owner_id: owner.id, sandbox: 'none' })
})
afterAll(() => server.close())

const send = (endpoint: Endpoint, params: object, body: object, ifMatch: string) =>
  server.as(owner).send({
    method: endpoint.method,
    url: toAddress(endpoint, { params }),
    headers: { 'if-match': ifMatch },
    payload: body,
  })

interface Case {
  read: () => Promise<{ headers: { etag?: string } }>
  endpoint: Endpoint
  params: () => object
  bodies: [first: object, second: object]
}

/** Each save that accepts an ETag, with the read that returns it. */
const cases: [string, () => Promise<Case>][] = [
  [
    'an app',
    async () => ({
      read: async () => server.as(owner).call(getDeveloperApp, { params: { id: app.id } }) as never,
      endpoint: updateDeveloperApp,
      params: () => ({ id: app.id }),
      bodies: [{ internal_name: 'One' }, { internal_name: 'Two' }],
    }),
  ],
  [
    'a version',
    async () => {
      const version = await buildVersion(server, app, {
        versionable_type: 'ProductionEnvironment',
        state: 'confidential',
        changelog: 'First release',
      })
      return {
        read: async () => server.as(owner).call(showManifest, { params: { id: version.id } }) as never,
        endpoint: reviewVersion,
        params: () => ({ id: version.app_version_id }),
        bodies: [{ state: 'in_review', developer_notes: 'Ready' }, { state: 'confidential' }],
      }
    },
  ],
  [
    'a listing',
    async () => {
      const { id } = await buildSubmission(server, app, { state: 'draft' })
      return {
        read: async () => server.as(owner).call(getListing, { params: { id: app.id } }) as never,
        endpoint: updateSubmission,
        params: () => ({ id }),
        bodies: [{ tagline: 'One' }, { tagline: 'Two' }],
      }
    },
  ],
]

test.each(cases)('%s is saved with the ETag of its newest version only', async (_, build) => {
  const { read, endpoint, params, bodies } = await build()
  const before = String((await read()).headers.etag)
  server.clock.advance(1000)
  const saved = await send(endpoint, params(), bodies[0], before)
  expect(saved.status).toBe(200)
  expect(saved.headers.etag).toMatch(/^"\d{4}-.*"$/)
  expect(saved.headers.etag).not.toBe(before)
  expect((await read()).headers.etag).toBe(saved.headers.etag)

  for (const stale of [before, `W/${before}`, '"anything"', '""']) {
    const refused = await send(endpoint, params(), bodies[1], stale)
    expect([refused.status, refused.body.code]).toEqual([412, 'precondition_failed'])
    expect(`"${refused.body.current.updated_at}"`).toBe(saved.headers.etag)
  }
  expect((await read()).headers.etag).toBe(saved.headers.etag)

  expect((await send(endpoint, params(), bodies[1], `W/${saved.headers.etag}`)).status).toBe(200)
})

test('of two saves with the same ETag at the same time, one succeeds', async () => {
  const etag = String((await server.as(owner).call(getDeveloperApp, { params: { id: app.id } })).headers.etag)
  server.clock.advance(1000)
  const answers = await Promise.all(
    ['Three', 'Four'].map((internal_name) =>
      send(updateDeveloperApp, { id: app.id }, { internal_name }, etag),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
})

test('saves with `*`, and refuses what it cannot compare', async () => {
  const save = (ifMatch: string, body: object = { internal_name: 'Five' }) =>
    send(updateDeveloperApp, { id: app.id }, body, ifMatch)
  expect((await save('*')).status).toBe(200)
  for (const wrong of ['2026-01-01T00:00:00.000Z', '"a", "b"', '']) {
    expect((await save(wrong)).body).toMatchObject({ code: 'malformed' })
  }
  const both = await save('"a"', { internal_name: 'Six', if_unchanged_since: '2026-01-01T00:00:00.000Z' })
  expect(both.body).toMatchObject({ code: 'malformed' })
  const other = await send(createSubmission, { id: app.id }, {}, '"a"')
  expect([other.status, other.body.message]).toEqual([400, "This call doesn't support If-Match."])
})

test('without If-Match a stale save is still a conflict', async () => {
  const { body } = await server.as(owner).refusal(updateDeveloperApp, {
    params: { id: app.id },
    body: { internal_name: 'Seven', if_unchanged_since: '2026-01-01T00:00:00.000Z' },
  })
  expect(body).toMatchObject({ code: 'conflict', current: { id: app.id } })
})

test('the calls that accept If-Match are these', () => {
  const accepting = routes.map(({ endpoint }) => endpoint).filter(acceptsIfMatch)
  expect(accepting.map(({ operationId }) => operationId).toSorted()).toEqual([
    'reviewVersion',
    'updateDeveloperApp',
    'updateSubmission',
  ])
})
