import { createDeveloperApp, getDeveloperApp, listDeveloperApps } from '@trestle/domain/apps/contract.ts'
import { expect, test } from 'vitest'
import { buildDeveloper } from './build.ts'
import { startTestServer } from './server.ts'

test('a call fails unless it succeeds, and a refusal unless the call is refused', async () => {
  const server = await startTestServer()
  const owner = server.as(await buildDeveloper(server))
  expect((await owner.call(listDeveloperApps)).body).toEqual([])
  await expect(owner.refusal(listDeveloperApps)).rejects.toThrow(
    'GET /api/v1/developer_apps returned 200 instead of a refusal: []',
  )
  const missing = { params: { id: 999_999 } }
  expect((await owner.refusal(getDeveloperApp, missing)).body.code).toBe('not_found')
  expect((await owner.attempt(getDeveloperApp, missing)).status).toBe(404)
  await expect(owner.call(getDeveloperApp, missing)).rejects.toThrow(
    'GET /api/v1/developer_apps/999999 returned 404 instead of 200: {"code":"not_found"',
  )
  // @ts-expect-error -- A body that doesn't fit the contract doesn't compile.
  expect((await owner.attempt(createDeveloperApp, { body: { internal_name: 1 } })).status).toBe(422)
})
