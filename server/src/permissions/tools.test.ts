import { listPermissionTools } from '@trestle/domain/permissions/contract.ts'
import { tools } from '@trestle/domain/permissions/tools.ts'
import { expect, test } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import { startTestServer } from '../../testing/server.ts'

test('lists the tools by scope for anyone who is signed in', { tags: ['PERM-06', 'PERM-08'] }, async () => {
  const server = await startTestServer()
  const answer = await server.as(await buildDeveloper(server)).call(listPermissionTools)
  expect(answer.body).toEqual(tools)
  expect(answer.body.company).toContainEqual({
    name: 'workflows',
    friendly_name: 'Workflows',
    disabled_uals: [2, 3],
  })
  expect((await server.as(null).refusal(listPermissionTools)).status).toBe(401)
})
