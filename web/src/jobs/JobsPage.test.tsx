import { cancelJob, listJobs, retryFailedJobs, retryJob, type JobRow } from '@trestle/domain/jobs/contract.ts'
import { getSession } from '@trestle/domain/accounts/contract.ts'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { buildAdminSession, buildSignedOutSession, now } from '../../testing/build.ts'
import { disconnect, hold, refuse, reply, sent } from '../../testing/network.ts'
import { currentAddress, renderPage, renderPart } from '../../testing/render.tsx'
import { texts } from '../../testing/texts.ts'
import { paths } from '../paths.ts'
import { FailedJobsBanner } from './FailedJobsBanner.tsx'

const failed: JobRow = {
  id: 7,
  kind: 'mail.deliver',
  key: '31',
  app: null,
  state: 'failed',
  is_canceling: false,
  email: null,
  attempts: 8,
  max_attempts: 8,
  last_error: 'ECONNREFUSED: no email server',
  next_run_at: null,
  created_at: now,
  finished_at: now,
}
const waiting: JobRow = {
  ...failed,
  id: 8,
  kind: 'sandbox.build',
  key: '3:1',
  state: 'waiting',
  attempts: 1,
  next_run_at: now,
  finished_at: null,
}
const table = page.getByRole('table', { name: 'Background jobs' })
const menuOf = (name: string) => table.getByRole('button', { name: `Actions for ${name}` })

function answer(jobs: JobRow[]) {
  reply(listJobs, ({ query }) => {
    const state = query.filters?.state
    return jobs.filter((job) => state === undefined || job.state === state)
  })
}

function render(jobs: JobRow[], address = paths.jobs(), flags = {}) {
  renderPage(address, { session: buildAdminSession({ flags }) })
  answer(jobs)
}

test('names the email that a job delivers, in its menu too', async () => {
  render([{ ...failed, email: { recipient: 'dana@example.test', subject: 'The sandbox is ready' } }])
  await expect
    .element(table.getByRole('row').nth(1))
    .toMatchTextContent('Deliver an email"The sandbox is ready" to dana@example.test')
  await expect.element(menuOf('Deliver an email "The sandbox is ready" to dana@example.test')).toBeVisible()
})

test('shows the kind, state, attempts, last error and next run of each job', async () => {
  render([waiting, failed])
  const [, first, second] = [0, 1, 2].map((index) => table.getByRole('row').nth(index))
  await expect.element(first ?? table).toMatchTextContent('Build a sandbox3:1Waiting1 of 8')
  await expect.element(first ?? table).toMatchTextContent('Next run 2026-11-20 09:00:00')
  await expect.element(second ?? table).toMatchTextContent('Deliver an email31Failed8 of 8')
  await expect.element(second ?? table).toMatchTextContent('ECONNREFUSED: no email server')
  await expect.element(second ?? table).toMatchTextContent('Ended 2026-11-20 09:00:00')
})

test('shows the first lines of a long error until someone asks for the rest', async () => {
  const long = `ECONNREFUSED: ${'no email server, '.repeat(300)}the end`
  render([failed, { ...failed, id: 9, key: '32', last_error: long }])
  const error = table.getByText(long)
  const more = table.getByRole('button', {
    name: 'Show more of the last error of Deliver an email 32',
    exact: true,
  })
  await expect.element(more).toHaveAttribute('aria-expanded', 'false')
  expect(error.element().clientHeight).toBeLessThan(100)
  expect(table.getByRole('button', { name: /^Show more/ }).elements()).toHaveLength(1)
  await expectAccessible()
  await more.click()
  await expect.element(table.getByRole('button', { name: /^Show less/ })).toHaveFocus()
  expect(error.element().scrollHeight).toBe(error.element().clientHeight)
  expect(error.element().clientHeight).toBeGreaterThan(300)
})

test('a job for an app shows its name instead of the key, and links to it', async () => {
  render([{ ...waiting, app: { id: 7, internal_name: 'Crane Planner' } }])
  const row = table.getByRole('row').nth(1)
  await expect.element(row).toMatchTextContent('Build a sandboxCrane PlannerWaiting')
  await expect
    .element(row.getByRole('link', { name: 'Crane Planner' }))
    .toHaveAttribute('href', paths.adminApp(7))
  await menuOf('Build a sandbox Crane Planner').click()
  await page.getByRole('menuitem', { name: 'Cancel job' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this job?' })
  await expect.element(dialog).toMatchTextContent("Build a sandbox (Crane Planner) won't run.")
})

test('on the smallest phone, the list does not scroll sideways', async () => {
  await page.viewport(320, 700)
  render([failed])
  await expect.element(table.getByRole('row').nth(1)).toBeVisible()
  const frame = page.getByRole('group', { name: 'Background jobs' }).element()
  expect(frame.scrollWidth).toBe(frame.clientWidth)
})

test.each([
  ['job.cleanUp', '2026-11-20T09:00:00.000Z', 'Clean up jobs', '2026-11-20 09:00:00'],
  ['sandbox.build', '3:2026-11-20T09:00:00.123Z', 'Build a sandbox', '3:2026-11-20 09:00:00'],
])('shows the time in the key of a job of the kind %s in a short form', async (kind, key, label, short) => {
  render([{ ...waiting, kind, key }])
  await expect.element(table.getByRole('row').nth(1)).toMatchTextContent(`${label}${short}Waiting`)
  await menuOf(`${label} ${short}`).click()
  await page.getByRole('menuitem', { name: 'Cancel job' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this job?' })
  await expect.element(dialog).toMatchTextContent(`${label} (${short}) won't run.`)
})

test('an address with a kind that does not exist says so, and the filter can be cleared', async () => {
  const message = 'Kind must be one of account.cleanUp, audit.cleanUp'
  renderPage('/admin/jobs?filters[kind]=mail.delivr', { session: buildAdminSession() })
  refuse(listJobs, { code: 'invalid_input', message, fields: { 'filters.kind': [message] } })
  await expect.element(page.getByRole('alert')).toMatchTextContent("This filter doesn't exist")
  await expect.element(page.getByRole('combobox', { name: 'Kind' })).toHaveValue('mail.delivr')
  answer([failed])
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(table).toBeVisible()
  expect(currentAddress()).toBe('/admin/jobs')
})

test('jobs of a kind that the server refuses cannot all be retried', async () => {
  const retryAll = page.getByRole('button', { name: /^Retry all failed/ })
  render([failed])
  await expect.element(retryAll).toBeVisible()
  const message = 'Kind must be one of account.cleanUp, audit.cleanUp'
  refuse(listJobs, { code: 'invalid_input', message, fields: { 'filters.kind': [message] } })
  await page.getByRole('combobox', { name: 'Kind' }).selectOptions('sandbox.build')
  await expect.element(page.getByRole('alert')).toMatchTextContent("This filter doesn't exist")
  await expect.element(retryAll).not.toBeInTheDocument()
})

test('retries one job', async () => {
  reply(retryJob, { ...failed, state: 'waiting' })
  render([failed])
  await menuOf('Deliver an email 31').click()
  await page.getByRole('menuitem', { name: 'Retry now' }).click()
  await expect.element(page.getByText('The job runs again as soon as possible.')).toBeVisible()
  expect(sent(retryJob)).toMatchObject([{ params: { id: '7' } }])
})

test.each([
  ['Retry now', 'The job runs again as soon as possible.'],
  ['Dismiss', 'The failed job was dismissed.'],
])('says that "%s" worked when the job leaves the list of failed ones', async (action, done) => {
  reply(retryJob, { ...failed, state: 'waiting' })
  reply(cancelJob)
  render([failed], paths.jobs('failed'))
  await menuOf('Deliver an email 31').click()
  const banner: { release: () => void }[] = []
  reply(listJobs, () => {
    // The count of the banner arrives after the list without the job.
    if (banner.length === 0) banner.push(hold(listJobs))
    return []
  })
  await page.getByRole('menuitem', { name: action }).click()
  await expect.element(page.getByText('No matches')).toBeVisible()
  banner[0]?.release()
  await expect.element(page.getByText(done)).toBeVisible()
})

test('says why a job could not be retried', async () => {
  refuse(retryJob, { code: 'conflict', message: 'There is nothing left to retry.' })
  render([failed])
  await menuOf('Deliver an email 31').click()
  await page.getByRole('menuitem', { name: 'Retry now' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('There is nothing left to retry.')
})

test.each([
  ['Retry now', retryJob],
  ['Dismiss', cancelJob],
])('does not say that "%s" failed if only the reply got lost', async (action, endpoint) => {
  disconnect(endpoint)
  render([failed])
  await menuOf('Deliver an email 31').click()
  await page.getByRole('menuitem', { name: action }).click()
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(/^Couldn't confirm that this worked.*or its reply got lost/)
})

test('a refused retry shows what became of the job', async () => {
  refuse(retryJob, { code: 'conflict', message: 'This job already succeeded.' })
  render([failed])
  await menuOf('Deliver an email 31').click()
  reply(listJobs, [{ ...failed, state: 'done', last_error: null }])
  await page.getByRole('menuitem', { name: 'Retry now' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('This job already succeeded.')
  // Sooner than the list polls.
  const row = table.getByRole('row').nth(1)
  await expect.element(row, { timeout: 8000 }).toMatchTextContent('31Done8 of 8')
})

test('cancels a waiting job after a question, and dismisses a failed one without', async () => {
  reply(cancelJob)
  render([waiting, failed])
  await menuOf('Build a sandbox 3:1').click()
  await page.getByRole('menuitem', { name: 'Cancel job' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this job?' })
  await expect.element(dialog).toMatchTextContent("Build a sandbox (3:1) won't run.Keep job")
  expect(sent(cancelJob)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel job' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent(cancelJob)).toMatchObject([{ params: { id: '8' } }])
  await menuOf('Deliver an email 31').click()
  reply(listJobs, [waiting])
  await page.getByRole('menuitem', { name: 'Dismiss' }).click()
  await expect.element(menuOf('Deliver an email 31')).not.toBeInTheDocument()
  await expect.element(page.getByRole('group', { name: 'Background jobs' })).toHaveFocus()
  await expect.poll(() => sent(cancelJob)).toMatchObject([{ params: { id: '8' } }, { params: { id: '7' } }])
})

test('says in the question why a job could not be canceled', async () => {
  refuse(cancelJob, { code: 'conflict', message: 'This job already succeeded.' })
  render([waiting])
  await menuOf('Build a sandbox 3:1').click()
  await page.getByRole('menuitem', { name: 'Cancel job' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this job?' })
  await dialog.getByRole('button', { name: 'Cancel job' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('This job already succeeded.')
})

test('says why failed jobs could not be retried', async () => {
  refuse(retryFailedJobs, { code: 'unavailable', message: 'Try again in a minute.' })
  render([failed])
  await page.getByRole('combobox', { name: 'Kind' }).selectOptions('Deliver an email')
  await page.getByRole('button', { name: 'Retry all failed of this kind' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('Try again in a minute.')
})

test('a job that succeeded has no menu', async () => {
  render([{ ...failed, state: 'done', last_error: null }])
  await expect.element(table.getByText('Done')).toBeVisible()
  await expect.element(menuOf('Deliver an email 31')).not.toBeInTheDocument()
})

test('a waiting job runs now, before its time', async () => {
  reply(retryJob, waiting)
  render([waiting])
  await menuOf('Build a sandbox 3:1').click()
  await page.getByRole('menuitem', { name: 'Run now' }).click()
  await expect.poll(() => sent(retryJob)).toMatchObject([{ params: { id: '8' } }])
  await expect.element(page.getByText('The job runs again as soon as possible.')).toBeVisible()
})

test.each(['factors.reset', 'file.delete'] as const)(
  'a waiting job of the kind %s cannot run now, and says why',
  async (kind) => {
    render([{ ...waiting, kind, attempts: 0 }])
    await table.getByRole('button', { name: /^Actions for/ }).click()
    const item = page.getByRole('menuitem', { name: /^Run now/ })
    await expect.element(item).toHaveAttribute('aria-disabled', 'true')
    await expect
      .element(item)
      .toMatchTextContent("This job runs at its scheduled time and can't be started earlier.")
    await userEvent.keyboard('{Escape}')
  },
)

test('a running job says so, and that canceling it does not interrupt its attempt', async () => {
  render([{ ...waiting, state: 'running', next_run_at: null }])
  await expect.element(table.getByRole('row').nth(1)).toMatchTextContent('Running1 of 8')
  await expect.element(table.getByRole('row').nth(1)).toMatchTextContent('Running now')
  await menuOf('Build a sandbox 3:1').click()
  await page.getByRole('menuitem', { name: 'Cancel job' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this job?' })
  await expect.element(dialog).toMatchTextContent("The current attempt isn't interrupted")
})

test('the list and what it offers for failed jobs are loaded again every 15 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  render([failed])
  const row = table.getByRole('row').nth(1)
  await expect.element(row).toMatchTextContent('Failed8 of 8')
  const retryAll = page.getByRole('button', { name: 'Retry all failed' })
  await expect.element(retryAll).toBeVisible()
  answer([{ ...failed, state: 'done', last_error: null }])
  vi.advanceTimersByTime(15_000)
  await expect.element(row).toMatchTextContent('Done8 of 8')
  await expect.element(retryAll).not.toBeInTheDocument()
})

test('on other pages, the banner is loaded again every minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  answer([failed])
  renderPart(<FailedJobsBanner />)
  const banner = page.getByRole('region', { name: 'Failed background jobs' })
  await expect.element(banner).toBeVisible()
  const calls = sent(listJobs).length
  answer([])
  vi.advanceTimersByTime(59_000)
  expect(sent(listJobs)).toHaveLength(calls)
  vi.advanceTimersByTime(1000)
  await expect.element(banner).not.toBeInTheDocument()
})

test('a canceled job whose attempt still runs is marked', async () => {
  render([{ ...waiting, state: 'running', is_canceling: true, next_run_at: null }])
  await expect.element(table.getByText('Canceling')).toBeVisible()
})

test('retries all failed jobs of the chosen kind, only while there are some', async () => {
  reply(retryFailedJobs, { retried: 2, skipped: 1 })
  render([failed])
  await page.getByRole('combobox', { name: 'Kind' }).selectOptions('Deliver an email')
  expect(currentAddress()).toBe('/admin/jobs?filters[kind]=mail.deliver')
  const retryAll = page.getByRole('button', { name: 'Retry all failed of this kind' })
  await expect.element(retryAll).toBeVisible()
  reply(listJobs, [])
  await retryAll.click()
  await expect.element(page.getByText('2 jobs run again. 1 has nothing left to do.')).toBeVisible()
  expect(sent(retryFailedJobs)).toMatchObject([{ body: { kind: 'mail.deliver' } }])
  await expect.element(page.getByText('No matches')).toBeVisible()
  await expect.element(retryAll).not.toBeInTheDocument()
})

test('a banner on every page tells staff how many jobs failed, and links to them', async () => {
  reply(retryJob, { ...failed, state: 'waiting' })
  render([failed, { ...failed, id: 9 }, waiting], paths.notifications())
  const banner = page.getByRole('region', { name: 'Failed background jobs' })
  await expect.element(banner).toMatchTextContent('2 background jobs failed.')
  await banner.getByRole('link', { name: 'Show failed jobs' }).click()
  expect(currentAddress()).toBe('/admin/jobs?filters[state]=failed')
  await expect.element(table).toBeVisible()
  reply(listJobs, [])
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Retry now' }).click()
  await expect.element(banner).not.toBeInTheDocument()
})

test('loads the banner in the background: at the end of a session, it asks no one to sign in', async () => {
  renderPage(paths.notifications(), { session: buildAdminSession() })
  refuse(listJobs, { code: 'not_signed_in', message: 'Sign in first.' })
  reply(getSession, buildSignedOutSession())
  await expect.element(page.getByText('Your session has ended')).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('while new terms are due, loading the banner opens no dialog', async () => {
  const session = buildAdminSession()
  renderPage(paths.notifications(), { session })
  refuse(listJobs, { code: 'terms_not_accepted', message: 'The terms have changed.' })
  reply(getSession, { ...session, terms_due: true })
  await expect.poll(() => sent(listJobs)).toHaveLength(1)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(sent(getSession)).toEqual([])
})

test('a developer who is not staff sees no banner about jobs, and their browser does not load jobs', async () => {
  renderPage(paths.notifications())
  await expect.element(page.getByRole('heading', { name: 'Notifications' })).toBeVisible()
  expect(sent(listJobs)).toEqual([])
})

test.each([
  ['names sandboxes', false],
  ['names no sandboxes in government cloud', true],
])('%s', async (_, gov_cloud) => {
  const report: JobRow = {
    ...waiting,
    kind: 'usageReport.send',
    app: { id: 7, internal_name: 'Crane Planner' },
  }
  render([report], paths.jobs(), { gov_cloud })
  await table.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Cancel job' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this job?' })
  await expect
    .element(dialog)
    .toMatchTextContent(/won't run\. What the app is waiting for is marked as failed/)
  const kinds = texts(page.getByRole('combobox', { name: 'Kind' }).getByRole('option'))
  expect(kinds).toContain('Deliver an email')
  const sandboxes = document.body.textContent?.match(/sandbox/gi) ?? []
  expect(sandboxes.length > 0).toBe(!gov_cloud)
})
