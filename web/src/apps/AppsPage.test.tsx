import {
  createDeveloperApp,
  getAppPermissions,
  getDeveloperApp,
  listDeveloperApps,
} from '@trestle/domain/apps/contract.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectStill } from '../../testing/axe.ts'
import {
  buildApp,
  buildAppRow,
  buildPermissions,
  buildSession,
  noNextStep,
  now,
} from '../../testing/build.ts'
import { replyVersions } from '../../testing/manifests.tsx'
import { hold, refuse, reply, sent } from '../../testing/network.ts'
import { currentAddress, renderPage } from '../../testing/render.tsx'
import { paths } from '../paths.ts'

const table = page.getByRole('table', { name: 'Apps you work on' })
const dialog = page.getByRole('dialog', { name: 'Create an app' })
const search = page.getByRole('searchbox', { name: 'Search apps' })

test('shows a busy table until the apps load', async () => {
  reply(listDeveloperApps, [buildAppRow({ internal_name: 'Crane Planner' })])
  const apps = hold(listDeveloperApps)
  renderPage(paths.apps())
  const frame = page.getByRole('group', { name: 'Apps you work on' })
  await expect.element(frame).toHaveAttribute('aria-busy', 'true')
  apps.release()
  await expect.element(table.getByRole('link', { name: 'Crane Planner' })).toBeVisible()
  await expect.element(frame).toHaveAttribute('aria-busy', 'false')
})

test('says that there are no apps and offers to create one', async () => {
  reply(listDeveloperApps, [])
  renderPage(paths.apps())
  await expect.element(page.getByText('You have no apps yet')).toBeVisible()
  await expect.element(table).not.toBeInTheDocument()
  await page.getByRole('main').getByRole('button', { name: 'Create App' }).first().click()
  await expect.element(dialog).toBeVisible()
  expect(currentAddress()).toBe('/developer_apps?create=true')
})

test('promises no sandbox in government cloud', { tags: ['SBX-23'] }, async () => {
  reply(listDeveloperApps, [])
  renderPage(paths.apps(), { session: buildSession({ flags: { gov_cloud: true } }) })
  await expect.element(page.getByText('You have no apps yet')).toBeVisible()
  expect(page.getByRole('main').element().textContent).not.toMatch(/sandbox/i)
})

test('Back after closing the dialog does not open it again', async () => {
  reply(listDeveloperApps, [buildAppRow()])
  renderPage(paths.apps())
  await page.getByRole('main').getByRole('button', { name: 'Create App' }).click()
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  window.history.back()
  await expect.poll(() => window.history.state?.__TSR_index).toBe(0)
  expect(currentAddress()).toBe('/developer_apps')
})

test('a name of 100 characters takes few lines in a large window', async () => {
  await page.viewport(1440, 900)
  const name = 'Planner of cranes, '.repeat(6).slice(0, 100)
  reply(listDeveloperApps, [buildAppRow({ internal_name: name })])
  renderPage(paths.apps())
  const link = table.getByRole('link', { name })
  await expect.element(link).toBeVisible()
  expect(link.element().getBoundingClientRect().height).toBeLessThan(3.5 * 22)
})

test('shows the state of each listing', async () => {
  reply(listDeveloperApps, [
    buildAppRow({ internal_name: 'Listed', listing_state: 'Rejected' }),
    buildAppRow({ id: 8, internal_name: 'Unlisted', listing_state: null }),
  ])
  renderPage(paths.apps())
  await expect.element(table.getByRole('row', { name: /^Listed/ })).toMatchTextContent(/Rejected/)
  await expect.element(table.getByRole('row', { name: /^Unlisted/ })).toMatchTextContent(/Not listed/)
  const color = getComputedStyle(table.getByText('Rejected', { exact: true }).element()).color
  const probe = document.body.appendChild(document.createElement('span'))
  probe.style.color = 'var(--tone-warning-fg)'
  expect(color).toBe(getComputedStyle(probe).color)
  probe.remove()
})

test('says that nothing matches, and clears the search', async () => {
  reply(listDeveloperApps, ({ query }) => (query.filters?.search ? [] : [buildAppRow()]))
  renderPage(paths.apps())
  await expect.element(table).toBeVisible()
  await search.fill('crane')
  await expect.element(page.getByText('No matches')).toBeVisible()
  expect(currentAddress()).toBe('/developer_apps?filters[search]=crane')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(table).toBeVisible()
  await expect.element(search).toHaveValue('')
})

test('a search typed just before leaving changes neither the next page nor its address', async () => {
  reply(listDeveloperApps, [buildAppRow({ id: 7, internal_name: 'Crane Planner' })])
  reply(getDeveloperApp, buildApp())
  reply(getAppPermissions, buildPermissions())
  replyVersions([])
  renderPage(paths.apps())
  const link = table.getByRole('link', { name: 'Crane Planner' })
  await expect.element(link).toBeVisible()
  const app = hold(getDeveloperApp)
  await search.fill('crane')
  await link.click()
  // The list remains for a second while the next page loads, longer than the search waits for more input.
  await expect.element(table).not.toBeInTheDocument()
  expect(currentAddress()).toBe(paths.app(7))
  app.release()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Crane Planner')
  expect(currentAddress()).toBe(paths.app(7))
})

test('shows a failed load and retries it on request', { tags: ['APP-06'] }, async () => {
  refuse(listDeveloperApps, { code: 'internal', message: 'Something went wrong on our side.' })
  renderPage(paths.apps())
  const failure = page.getByRole('alert').filter({ hasText: "Your apps couldn't be loaded" })
  await expect.element(failure).toMatchTextContent(/Something went wrong on our side/)
  reply(listDeveloperApps, [buildAppRow({ internal_name: 'Crane Planner' })])
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(table.getByRole('link', { name: 'Crane Planner' })).toBeVisible()
  await expect.element(failure).not.toBeInTheDocument()
})

test('sorts by a column in both directions with the keyboard', async () => {
  reply(listDeveloperApps, [buildAppRow()])
  renderPage(paths.apps())
  const heading = table.getByRole('columnheader', { name: 'App', exact: true })
  await expect.element(heading).toHaveAttribute('aria-sort', 'none')
  heading.getByRole('button').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(heading).toHaveAttribute('aria-sort', 'ascending')
  await userEvent.keyboard('{Enter}')
  await expect.element(heading).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(() => sent(listDeveloperApps).at(-1)?.query.sort).toBe('-internal_name')
})

test('keeps the old rows while the next page loads', async () => {
  const rows = (page: number) => [buildAppRow({ id: page, internal_name: `App ${page}` })]
  reply(listDeveloperApps, ({ query }) => rows(Number(query.page)), { total: 60 })
  renderPage(paths.apps())
  await expect.element(page.getByText('1–50 of 60')).toBeVisible()
  const next = hold(listDeveloperApps)
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect.element(table.getByRole('link', { name: 'App 1' })).toBeVisible()
  next.release()
  await expect.element(table.getByRole('link', { name: 'App 2' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
})

test('tells a developer with an unconfirmed email why they cannot create apps', async () => {
  reply(listDeveloperApps, [buildAppRow()])
  renderPage(paths.apps(), { session: buildSession({ developer: { email_confirmed: false } }) })
  const create = page.getByRole('main').getByRole('button', { name: 'Create App' })
  await expect.element(create).toBeDisabled()
  await expect.element(create).toHaveAccessibleDescription(/^Confirm your email address to create apps/)
})

test('a refused app keeps the dialog open and shows the error at the field', async () => {
  reply(listDeveloperApps, [])
  refuse(createDeveloperApp, {
    code: 'invalid_input',
    message: 'App Name is taken',
    fields: { internal_name: ['App Name is taken'] },
  })
  renderPage(paths.createApp())
  const name = dialog.getByRole('textbox', { name: 'App Name' })
  await expect.element(name).toHaveFocus()
  await name.fill('Crane Planner')
  await dialog.getByRole('button', { name: 'Create App' }).click()
  await expect.element(name).toHaveAccessibleDescription(/^App Name is taken/)
  expect(sent(createDeveloperApp)).toMatchObject([
    { body: { internal_name: 'Crane Planner', confidential: true } },
  ])
})

test(
  'the dialog opens by keyboard, traps the focus, and returns it on Escape',
  { tags: ['SHELL-21', 'SHELL-24'] },
  async () => {
    reply(listDeveloperApps, [buildAppRow()])
    renderPage(paths.apps())
    const opener = page.getByRole('main').getByRole('button', { name: 'Create App' })
    await expect.element(opener).toBeVisible()
    opener.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog.getByRole('textbox', { name: 'App Name' })).toHaveFocus()
    for (let stop = 0; stop < 8; stop += 1) {
      await userEvent.keyboard('{Tab}')
      expect(dialog.element().contains(document.activeElement), `stop ${stop}`).toBe(true)
    }
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
  },
)

test('the summary of errors is visible below the header of the dialog on a low screen', async () => {
  await page.viewport(390, 320)
  reply(listDeveloperApps, [buildAppRow()])
  renderPage(paths.createApp())
  await dialog.getByRole('button', { name: 'Create App' }).click()
  const summary = dialog.getByRole('alert')
  await expect.element(summary).toBeInViewport()
  const header = dialog.element().querySelector('header')
  expect(summary.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(
    header?.getBoundingClientRect().bottom ?? Infinity,
  )
})

test('asks before it discards a typed name', async () => {
  reply(listDeveloperApps, [])
  renderPage(paths.createApp())
  const name = dialog.getByRole('textbox', { name: 'App Name' })
  await name.fill('Crane')
  await userEvent.keyboard('{Escape}')
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await expect.element(question.getByRole('button', { name: 'Keep editing' })).toHaveFocus()
  await expectStill()
  await expect.element(question).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(name).toHaveValue('Crane')
  await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(currentAddress()).toBe('/developer_apps')
})

test(
  'a failed creation keeps the name and can be retried',
  { tags: ['APP-11', 'APP-12', 'ERR-33'] },
  async () => {
    reply(listDeveloperApps, [])
    refuse(createDeveloperApp, { code: 'internal', message: "The app couldn't be created." })
    renderPage(paths.createApp())
    const name = dialog.getByRole('textbox', { name: 'App Name' })
    const submit = dialog.getByRole('button', { name: 'Create App' })
    await name.fill('Second Attempt')
    await submit.click()
    const banner = dialog.getByRole('alert')
    await expect.element(banner).toMatchTextContent(/^Something Went Wrong.*The app couldn't be created\./)
    await expect.element(name).toHaveValue('Second Attempt')
    await expect.element(submit).toBeEnabled()
    await expect.element(submit).not.toHaveAttribute('data-loading')
    await submit.click()
    await expect.poll(() => sent(createDeveloperApp)).toHaveLength(2)
  },
)

test('leads to the production versions for a step of theirs', async () => {
  const next_step = { ...noNextStep, kind: 'submit_version', version: '0.3.0' } as const
  reply(listDeveloperApps, [buildAppRow({ role: 'owner', next_step })])
  renderPage(paths.apps())
  await expect
    .element(table.getByRole('link', { name: 'Submit it for review.' }))
    .toHaveAttribute('href', '/developer_apps/7/versions?environment=production')
})

test(
  'shows the role, version, badge, next step, listing and date of an app',
  { tags: ['APP-03', 'PROM-06'] },
  async () => {
    reply(listDeveloperApps, [
      buildAppRow({
        role: 'developer',
        version: '0.3.0',
        version_badge: { label: 'Under Review', color: 'yellow' },
        next_step: { ...noNextStep, kind: 'review_version', version: '0.3.0', since: now },
        updated_at: new Date(2026, 3, 9, 16, 5).toISOString(),
      }),
    ])
    renderPage(paths.apps())
    await expect.element(table.getByRole('link', { name: 'Crane Planner' })).toBeVisible()
    const columns = table.getByRole('columnheader').elements()
    expect(columns.map((column) => column.textContent)).toEqual([
      'App',
      'Your role',
      'Version',
      'Listing',
      'Updated',
    ])
    const [, role, version, listing, updated] = table.getByRole('cell').elements()
    expect(role?.textContent).toBe('Developer')
    expect(version?.textContent).toMatch(/^0\.3\.0 Under Review\s*Version 0\.3\.0 has been in review since /)
    expect(listing?.textContent).toBe('Not listed')
    expect(updated?.textContent).toBe('April 9th 2026, 4:05 pm')
  },
)

test('shows the icon of an app, or its first letter', { tags: ['APP-03'] }, async () => {
  const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
  reply(listDeveloperApps, [
    buildAppRow({ thumbnail_url: picture }),
    buildAppRow({ id: 8, internal_name: 'Beam Log' }),
  ])
  renderPage(paths.apps())
  const cell = (name: string) => table.getByRole('cell').filter({ hasText: name })
  await expect.element(cell('Crane Planner')).toBeVisible()
  expect(cell('Crane Planner').element().querySelector('img')?.getAttribute('src')).toBe(picture)
  expect(cell('Beam Log').element().querySelector('[aria-hidden]')?.textContent).toBe('B')
})

test(
  'creating an app requires a name, links to the terms and can be canceled',
  { tags: ['APP-07', 'APP-08', 'APP-09', 'APP-10'] },
  async () => {
    reply(listDeveloperApps, [buildAppRow()])
    renderPage(paths.apps())
    const opener = page.getByRole('main').getByRole('button', { name: 'Create App' })
    await opener.click()
    const name = dialog.getByRole('textbox', { name: 'App Name' })
    const submit = dialog.getByRole('button', { name: 'Create App' })
    await expect.element(name).toHaveFocus()
    await expect.element(name).toHaveAttribute('required')
    const terms = dialog.getByRole('link', { name: /^terms and conditions/ })
    await expect.element(terms).toHaveAttribute('href', '/terms_and_conditions')
    await expect.element(terms).toHaveAttribute('target', '_blank')
    await submit.click()
    await expect.element(name).toHaveAccessibleDescription(/This field is required/)
    await dialog.getByRole('button', { name: 'App Name: This field is required' }).click()
    await expect.element(name).toHaveFocus()
    await name.fill('Never made')
    await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
    await opener.click()
    await expect.element(name).toHaveValue('')
    expect(sent(createDeveloperApp)).toEqual([])
  },
)

test('offers confidential and public, each with its grant', { tags: ['APP-07', 'CRED-05'] }, async () => {
  reply(listDeveloperApps, [])
  refuse(createDeveloperApp, { code: 'internal', message: "The app couldn't be created." })
  renderPage(paths.createApp())
  const choice = (name: string) => dialog.getByRole('radio', { name })
  await expect.element(choice('Confidential')).toBeChecked()
  await expect.element(choice('Confidential')).toHaveAccessibleDescription(/authorization code grant/)
  await expect.element(choice('Public')).toHaveAccessibleDescription(/authorization code grant and PKCE/)
  await choice('Public').click()
  await dialog.getByRole('textbox', { name: 'App Name' }).fill('Browser Viewer')
  await dialog.getByRole('button', { name: 'Create App' }).click()
  await expect.poll(() => sent(createDeveloperApp)).toMatchObject([{ body: { confidential: false } }])
  await expect.element(dialog.getByRole('alert')).toBeVisible()
})

test('the dialog requires a confirmed address, even when opened by its URL', async () => {
  reply(listDeveloperApps, [])
  renderPage(paths.createApp(), { session: buildSession({ developer: { email_confirmed: false } }) })
  const submit = dialog.getByRole('button', { name: 'Create App' })
  await expect.element(submit).toBeDisabled()
  await expect
    .element(submit)
    .toHaveAccessibleDescription(
      'Confirm your email address to create apps. To get a new link, select Resend at the top of this page.',
    )
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(currentAddress).toBe('/developer_apps')
})
