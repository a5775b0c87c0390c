import { expect, test } from 'vitest'
import { startErrorCollector } from '../testing/errorCollector.ts'
import { watchErrors } from './errorReporting.ts'
import { readSettings } from './settings.ts'

async function reportsFrom(env: Record<string, string>): Promise<string[]> {
  const { dsn, received } = await startErrorCollector()
  const watch = await watchErrors(
    readSettings({
      ERROR_REPORTING_DSN: dsn,
      SMTP_URL: 'smtp://mail',
      ALLOW_PRIVATE_OUTGOING: 'true',
      ALLOW_INSECURE_COOKIES: 'true',
      ...env,
    }),
  )
  const error = new Error('no row for owner@demo.test at /reset_password/abc123?token=hush')
  watch.onInternalError(error, 'request-7')
  const deadline = Date.now() + (env.RELEASE_STAGE === 'production' && !env.GOV_CLOUD ? 30_000 : 300)
  while (received.length === 0 && Date.now() < deadline) {
    // oxlint-disable-next-line no-await-in-loop -- waiting for a message to arrive
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return received
}

test('a failure in production is reported with its request id, without address, token or link (SHELL-15, SHELL-16)', async () => {
  const [report] = await reportsFrom({ RELEASE_STAGE: 'production' })
  expect(report).toContain('request-7')
  expect(report).toContain('no row for')
  expect(report).not.toMatch(/owner@demo\.test|abc123|hush/)
})

test.each([
  ['development', {}],
  ['test', {}],
  ['production', { GOV_CLOUD: 'true' }],
])('nothing is reported in the %s stage with %j (SHELL-11, SHELL-15)', async (stage, env) => {
  expect(await reportsFrom({ RELEASE_STAGE: stage, ...env })).toEqual([])
})
