import { PassThrough } from 'node:stream'
import { getSession } from '@trestle/domain/accounts/contract.ts'
import { expect, test } from 'vitest'
import { buildDeveloper } from '../testing/build.ts'
import { startErrorCollector } from '../testing/errorCollector.ts'
import { productionSettings } from '../testing/productionSettings.ts'
import { startTestServer } from '../testing/server.ts'
import { watchErrors } from './errorReporting.ts'
import { loggerOptions } from './logging.ts'
import { readSettings } from './settings.ts'

const reportingSettings = (dsn: string, env: Record<string, string>) =>
  readSettings({
    ...(/^(production|staging)$/.test(env.RELEASE_STAGE ?? '') && productionSettings),
    ERROR_REPORTING_DSN: dsn,
    ALLOW_PRIVATE_OUTGOING: 'true',
    ...env,
  })

test.each([
  ['production', {}, 1],
  ['staging', {}, 1],
  ['development', {}, 0],
  ['test', {}, 0],
  ['production', { GOV_CLOUD: 'true' }, 0],
])(
  'the %s stage with %j sends %i reports for one error',
  { tags: ['SHELL-11', 'SHELL-15'] },
  async (stage, env, count) => {
    const { dsn, received } = await startErrorCollector()
    const watch = await watchErrors(reportingSettings(dsn, { RELEASE_STAGE: stage, ...env }), 'build-1', fail)
    watch.onInternalError(new Error('no row'), { requestId: 'request-7' })
    await watch.flush()
    expect(received).toHaveLength(count)
  },
)

/** A report that was not sent would make every test here pass. */
function fail(message: string): never {
  throw new Error(message)
}

/** A word that occurs nowhere but in this test. */
const planted = 'quillfeather'

/** Everything a request can contain besides its address and body. With a session cookie, a bearer token is refused. */
const headers = {
  'user-agent': `Browser ${planted}`,
  referer: `https://portal.test/${planted}?token=${planted}`,
  authorization: `Basic ${planted}`,
  'x-forwarded-for': planted,
  [`x-${planted}`]: planted,
  cookie: `trestle_device=${planted}; other=${planted}`,
}

/** Starts a server that collects its reports and its log, with a developer whose names contain the planted word. */
async function watchedServer() {
  const { dsn, received } = await startErrorCollector()
  const watch = await watchErrors(reportingSettings(dsn, { RELEASE_STAGE: 'production' }), 'build-1', fail)
  const log = new PassThrough()
  const logger = { ...loggerOptions({ LOG_LEVEL: 'info' }), stream: log }
  const server = await startTestServer({ watch, logger })
  const developer = await buildDeveloper(server, {
    email: `${planted}@example.test`,
    first_name: planted,
    company_name: planted,
  })
  const reports = async () => {
    await watch.flush()
    return received
  }
  return { server, client: server.as(developer), reports, logged: () => String(log.read()) }
}

interface Failure {
  breaks: string
  repairs: string
  request: { method: string; url: string; payload?: object }
  facts: string[]
}

const failures: [what: string, failure: Failure][] = [
  [
    'a message of the database that quotes what was typed',
    {
      breaks: `create function count_company() returns trigger language plpgsql as
          'begin perform new.company_name::integer; return new; end';
        create trigger counted before update on developers for each row execute function count_company()`,
      repairs: 'drop function count_company cascade',
      request: { method: 'PATCH', url: '/api/v1/account', payload: { company_name: `${planted} typed` } },
      facts: ['"22P02"', '/api/v1/account', 'PATCH'],
    },
  ],
  [
    'a constraint whose detail quotes the whole row',
    {
      breaks: `alter table developers add constraint company_is_short check (length(company_name) < 15)`,
      repairs: 'alter table developers drop constraint company_is_short',
      request: { method: 'PATCH', url: '/api/v1/account', payload: { company_name: `${planted} & Sons` } },
      facts: ['"23514"', '"company_is_short"'],
    },
  ],
  [
    'a typed secret',
    {
      breaks: 'alter table developers rename column password_hash to gone',
      repairs: 'alter table developers rename column gone to password_hash',
      request: {
        method: 'POST',
        url: '/api/v1/session',
        payload: { email: `${planted}@example.test`, password: `${planted} 58 tidewater` },
      },
      facts: ['"42703"', '/api/v1/session'],
    },
  ],
  [
    'a path with a token and a query',
    {
      breaks: 'alter table sessions rename to gone',
      repairs: 'alter table gone rename to sessions',
      request: { method: 'GET', url: `/api/v1/invitations/${planted}/preview?search=${planted}` },
      facts: ['"42P01"', '/api/v1/invitations/:'],
    },
  ],
]

test.each(failures)(
  'reports a failure with %s without the planted word, and with the same id in reply, header, log and report',
  { tags: ['SHELL-15', 'SHELL-16'] },
  async (_, { breaks, repairs, request, facts }) => {
    const { server, client, reports, logged } = await watchedServer()
    await client.call(getSession)
    await server.database.pool.query(breaks)
    logged()
    const answer = await client.send({ ...request, headers })
    await server.database.pool.query(repairs)
    expect(JSON.stringify([request, headers])).toContain(planted)
    expect(answer.status).toBe(500)
    const id = String(answer.headers['x-request-id'])
    expect(answer.body.request_id).toBe(id)
    expect(JSON.stringify(answer.body)).not.toContain(planted)
    const line = logged()
      .split('\n')
      .find((each) => each.includes('request failed'))
    expect(line).toContain(`"reqId":"${id}"`)
    const [report, ...more] = await reports()
    expect(more).toEqual([])
    expect(report).not.toContain(planted)
    expect(report).toContain(`"request_id":"${id}"`)
    expect(report).toContain('"release":"build-1"')
    expect(report).toMatch(/"filename":"server\/src\/[\w/]+\.ts"/)
    for (const fact of facts) expect(report).toContain(fact)
  },
)

test('drops events that other code sends through the client of the error service', async () => {
  const { reports } = await watchedServer()
  const sentry = await import('@sentry/node-core/light')
  sentry.captureException(new Error(planted))
  sentry.captureMessage(planted)
  sentry.addBreadcrumb({ message: planted })
  expect(await reports()).toEqual([])
})
