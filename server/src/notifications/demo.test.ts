import { expect, test } from 'vitest'
import { fillDemo } from '../../seed/run.ts'
import { startTestServer } from '../../testing/server.ts'

test.each([
  [false, 1],
  [true, 0],
])(
  'with government cloud %s, the demo has %i announcements about sandboxes',
  { tags: ['SBX-23'] },
  async (governmentCloud, count) => {
    const server = await startTestServer({ env: { GOV_CLOUD: String(governmentCloud) } })
    await fillDemo(server.services)
    const all = await server.services.db.selectFrom('notifications').selectAll().execute()
    const naming = all.filter(({ title, summary, body }) => /sandbox/i.test(`${title} ${summary} ${body}`))
    expect(naming).toHaveLength(count)
    expect(all.length).toBeGreaterThan(count)
  },
)
