import { getDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { getInvitationOffer } from '@trestle/domain/collaborators/contract.ts'
import { expect, test } from 'vitest'
import { buildApp, buildDeveloper, buildInvitation } from '../../testing/build.ts'
import { startTestServer } from '../../testing/server.ts'
import { statementsDuring } from '../../testing/statements.ts'

test('someone who only reads an app waits for no one who changes it', async () => {
  const server = await startTestServer()
  const app = await buildApp(server)
  const { token } = await buildInvitation(server, app)
  const owner = server.as({ id: app.owner_id })
  const staff = server.as(await buildDeveloper(server, { is_admin: true }))
  const statements = await statementsDuring(server, async () => {
    await owner.call(getDeveloperApp, { params: { id: app.id } })
    await staff.call(getInvitationOffer, { params: { token } })
    const report = `/admin/developer_apps/${app.id}/engagement_report/installations.csv`
    expect((await staff.get(report)).status).toBe(200)
  })
  expect(statements.length).toBeGreaterThan(3)
  expect(statements.filter((text) => /\bfor (no key )?(update|share)\b/i.test(text))).toEqual([])
})
