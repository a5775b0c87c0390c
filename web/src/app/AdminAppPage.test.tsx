import { listAdminDevelopers } from '@trestle/domain/accounts/contract.ts'
import { deletedEmail } from '@trestle/domain/accounts/deletion/rules.ts'
import {
  getAdminDeveloperApp,
  listDeveloperApps,
  listReviewQueue,
  undeleteDeveloperApp,
  updateAdminDeveloperApp,
  type AdminDeveloperApp,
} from '@trestle/domain/apps/contract.ts'
import { updateContact } from '@trestle/domain/apps/contacts/contract.ts'
import { getDraft } from '@trestle/domain/drafts/contract.ts'
import { listAdminSubmissionEvents, listCategories } from '@trestle/domain/listings/contract.ts'
import { listManifests, listReviews } from '@trestle/domain/manifests/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  buildAdminApp,
  buildAdminSession,
  buildReviewRound,
  buildSandbox,
  buildSession,
  buildVersion,
  noNextStep,
  now,
} from '../../testing/build.ts'
import { board, buildProduction } from '../../testing/manifests.tsx'
import { disconnect, refuse, reply, sent } from '../../testing/network.ts'
import { currentAddress, renderPage } from '../../testing/render.tsx'
import { texts } from '../../testing/texts.ts'
import { expectHue } from '../../testing/hue.ts'
import { queryClient } from '../http/queryClient.ts'
import { paths } from '../paths.ts'

const build = (app: Partial<AdminDeveloperApp> = {}) =>
  buildAdminApp({ redirect_uri: 'https://crane.example.test', ...app })

const panel = page.getByRole('complementary', { name: 'About the app' })
const heading = page.getByRole('heading', { level: 1 })
const tabs = page.getByRole('navigation', { name: 'App administration pages' })
const field = (name: string) => page.getByRole('textbox', { name })
const save = page.getByRole('button', { name: 'Save app' })
const sandbox = page.getByRole('region', { name: 'Sandbox' })
const alert = (text: string) => page.getByRole('alert').filter({ hasText: text })

function replyWithApp(app: Partial<AdminDeveloperApp> = {}) {
  reply(getAdminDeveloperApp, build(app))
  reply(listManifests, [])
  reply(listReviews, [])
  // Loaded when the pointer is over its link.
  reply(listDeveloperApps, [])
  // The next app after a decision.
  reply(listReviewQueue, [])
}

async function open(app: Partial<AdminDeveloperApp> = {}, address = paths.adminApp(7)) {
  replyWithApp(app)
  renderPage(address, { session: buildAdminSession() })
  await expect.element(panel).toBeVisible()
}

const dana = { name: 'Dana Reyes', email: 'dana@example.test' }
const olu = { name: 'Olu', email: 'olu@example.test', procore_id: null }

test.each([
  ['that someone else owns', true, {}],
  ['they own', false, { owner: { ...dana, procore_id: null } }],
  ['they work on', false, { collaborators: [{ id: 3, role: 'user' as const, developer: dana }] }],
])(
  'staff review the versions of an app %s: %s',
  { tags: ['PROM-21', 'PROM-22', 'PROM-26'] },
  async (_, isAllowed, people) => {
    replyWithApp({ owner: olu, ...people })
    reply(listManifests, [buildProduction(board, '0.3.0', { state: 'in_review' })])
    renderPage(paths.adminApp(7), { session: buildAdminSession() })
    const why = isAllowed ? '' : 'You work on this app, so someone else has to review it.'
    for (const name of ['Approve: version 0.3.0', 'Reject: version 0.3.0']) {
      const button = page.getByRole('button', { name })
      await expect.element(button).toBeVisible()
      expect((button.element() as HTMLButtonElement).disabled).toBe(!isAllowed)
      await expect.element(button).toHaveAccessibleDescription(why)
    }
    expect(page.getByRole('button', { name: /^(Submit|Withdraw)/ }).elements()).toEqual([])
  },
)

const top = (element: { element: () => Element }) => element.element().getBoundingClientRect().top

const offered = (semantic_version: string, state: 'in_review' | 'published') => ({
  app_version_id: crypto.randomUUID(),
  version: 1,
  semantic_version,
  state,
})
const approved = offered('1.0.0', 'published')

test.each([
  ['after the form', [approved], false],
  ['before the form while one is in review', [offered('1.1.0', 'in_review'), approved], true],
  ['before the form while a superseded one is in review', [approved, offered('0.9.0', 'in_review')], true],
] as const)('shows the versions %s', async (_, versions, isFirst) => {
  await open({ versions: [...versions] })
  const manifests = page.getByRole('heading', { name: 'Manifests' })
  await expect.element(manifests).toBeVisible()
  await expect.element(save).toBeVisible()
  expect(top(manifests) < top(save)).toBe(isFirst)
})

test('asks first to reject a superseded version that is still in review', async () => {
  const app = { owner: olu, versions: [approved, offered('0.9.0', 'in_review')] }
  await open({ ...app, next_step: { ...noNextStep, kind: 'activate_app' } }, paths.adminApp(7, 'sandbox'))
  await expect.element(page.getByText(/^Version 0\.9\.0 is still in review, but a newer/)).toBeVisible()
  const link = page.getByRole('link', { name: 'Reject it.' })
  await expect.element(link).toHaveAttribute('href', paths.adminApp(7))
})

test('keeps the versions before the form once the decision is made', { tags: ['AAPP-29'] }, async () => {
  await open({ versions: [offered('1.0.0', 'in_review')] })
  const manifests = page.getByRole('heading', { name: 'Manifests' })
  await expect.element(manifests).toBeVisible()
  replyWithApp({
    versions: [approved],
    next_step: { ...noNextStep, kind: 'write_listing', version: '1.0.0' },
  })
  await queryClient.invalidateQueries()
  await expect.element(page.getByText(/^Version 1\.0\.0 is approved\./)).toBeVisible()
  expect(top(manifests)).toBeLessThan(top(save))
})

test('after the last decision on an app, links to the next one that waits for a review', async () => {
  const listing = { id: 3, public_name: 'Crane', approval_state: 'unreviewed' } as const
  const versions = [offered('1.0.0', 'in_review')]
  await open({ versions, last_marketplace_app: { ...listing, state: 'in_review' } })
  const next = page.getByRole('link', { name: 'Next in the review queue: Site Sync' })
  const decide = async (app: Partial<AdminDeveloperApp>) => {
    replyWithApp(app)
    const row = {
      owner: { email: 'kim@example.test' },
      has_marketplace_listing_in_review: true,
      has_app_version_in_review: false,
      has_published_app: false,
      marketplace_listing_in_review_at: now,
      app_version_in_review_at: null,
      is_own: false,
    }
    reply(listReviewQueue, [
      { ...row, id: 7, internal_name: 'Crane Planner' },
      { ...row, id: 9, internal_name: 'Own App', is_own: true },
      { ...row, id: 8, internal_name: 'Site Sync' },
    ])
    await queryClient.invalidateQueries()
  }
  const step = { ...noNextStep, kind: 'review_listing', since: now } as const
  await decide({ last_marketplace_app: { ...listing, state: 'in_review' }, next_step: step })
  await expect.element(page.getByText(/^The marketplace listing has been in review/)).toBeVisible()
  await expect.element(next).not.toBeInTheDocument()
  await decide({ last_marketplace_app: { ...listing, state: 'published' } })
  await expect.element(next).toHaveAttribute('href', paths.adminApp(8))
  expect(sent(listReviewQueue)).toMatchObject([{ query: { filters: { in_review: 'true' } } }])
})

test('links to the listing where staff have to decide, unless they work on the app', async () => {
  const step = { next_step: { ...noNextStep, kind: 'review_listing', since: now } } as const
  const link = page.getByRole('link', { name: 'Approve or reject it.' })
  await open({ ...step, owner: olu })
  await expect.element(link).toHaveAttribute('href', paths.adminApp(7, 'marketplace_listing'))
  replyWithApp({ ...step, owner: { ...dana, procore_id: null } })
  await queryClient.invalidateQueries()
  await expect.element(page.getByText(/Platform staff who don't work on the app decide\.$/)).toBeVisible()
  await expect.element(link).not.toBeInTheDocument()
})

async function chooseOwner() {
  reply(listAdminDevelopers, [
    {
      id: 2,
      name: 'Kim Vance',
      email: 'kim@example.test',
      company_name: '',
      procore_id: null,
      suspended: false,
    },
  ])
  await panel.getByRole('button', { name: 'Change Owner (Dangerous)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Owner (Dangerous)' })
  await dialog.getByRole('combobox', { name: 'New owner' }).click()
  await page.getByRole('option', { name: /kim@example.test/ }).click()
  await dialog.getByRole('button', { name: 'Choose as owner' }).click()
}

test(
  'an app has four tabs, and next to each the owner, contacts and dates',
  {
    tags: [
      'AAPP-21',
      'AAPP-22',
      'AAPP-24',
      'AAPP-25',
      'AAPP-26',
      'AAPP-27',
      'AAPP-31',
      'AAPP-40',
      'AAPP-41',
      'AAPP-42',
    ],
  },
  async () => {
    const created_at = new Date(2026, 3, 9, 16, 5, 7).toISOString()
    const updated_at = new Date(2026, 3, 10, 9, 0, 0).toISOString()
    const owner = { name: 'Dana Reyes', email: 'dana@example.test', procore_id: 41001 }
    await open({ created_at, updated_at, owner })
    await expect.element(heading).toHaveTextContent('Edit - Crane Planner')
    await expect
      .poll(() => texts(tabs.getByRole('link')))
      .toEqual(['General', 'Sandbox', 'Marketplace Listing', 'Performance Metrics'])
    await expect.element(tabs.getByRole('link', { name: 'General' })).toHaveAttribute('aria-current', 'page')
    expect(texts(panel.getByRole('region', { name: 'Owner' }).getByRole('definition'))).toEqual([
      'Dana Reyes',
      'dana@example.test',
      '41001',
    ])
    const metadata = panel.getByRole('region', { name: 'Metadata' })
    expect(texts(metadata.getByRole('term'))).toEqual(['Created at', 'Updated at', 'Deleted at'])
    expect(texts(metadata.getByRole('definition'))).toEqual([
      'April 9th 2026, 4:05:07 pm',
      'April 10th 2026, 9:00:00 am',
      'Not Deleted',
    ])
    await expect.element(panel.getByRole('button', { name: 'Undelete' })).not.toBeInTheDocument()
    await expect
      .element(panel.getByRole('link', { name: 'New integration request contact' }))
      .toHaveAttribute('href', '/admin/developer_apps/7/contacts/new')
    await tabs.getByRole('link', { name: 'Performance Metrics' }).click()
    await expect
      .element(page.getByRole('link', { name: 'Open Engagement Report' }))
      .toHaveAttribute('href', '/admin/developer_apps/7/engagement_report')
    expect(currentAddress()).toBe('/admin/developer_apps/7/performance_metrics')
    await expect.poll(() => document.title).toBe('Performance Metrics · Crane Planner · Trestle')
    await expect.element(panel).toBeVisible()
  },
)

test(
  'General shows the manifests under Sandbox and Production, and opens Production first',
  { tags: ['AAPP-28'] },
  async () => {
    await open()
    const manifests = page.getByRole('region', { name: 'Manifests' })
    const environment = (name: string) => manifests.getByRole('tab', { name })
    await expect.poll(() => texts(manifests.getByRole('tab'))).toEqual(['Sandbox', 'Production'])
    await expect.element(environment('Production')).toHaveAttribute('aria-selected', 'true')
    await environment('Sandbox').click()
    await expect.element(environment('Sandbox')).toHaveAttribute('aria-selected', 'true')
    await expect.poll(currentAddress).toBe('/admin/developer_apps/7?environment=sandbox')
  },
)

test('does not exist for anyone but staff', { tags: ['AAPP-20', 'AAPP-46'] }, async () => {
  renderPage(paths.adminApp(7), { session: buildSession() })
  await expect.element(heading).toHaveTextContent('Page not found')
  expect(sent(getAdminDeveloperApp)).toEqual([])
})

test.each([
  ['an unknown tab', 'nowhere', false],
  ['Sandbox in government cloud', 'sandbox', true],
  ['Performance Metrics in government cloud', 'performance_metrics', true],
])('%s is not found', { tags: ['AAPP-25', 'AAPP-27', 'SHELL-12'] }, async (_, tab, gov_cloud) => {
  replyWithApp()
  renderPage(`/admin/developer_apps/7/${tab}`, { session: buildAdminSession({ flags: { gov_cloud } }) })
  await expect.element(heading).toHaveTextContent('Page not found')
})

test(
  'government cloud has no Sandbox and no Performance Metrics',
  { tags: ['AAPP-25', 'AAPP-27', 'SHELL-12'] },
  async () => {
    replyWithApp({ sandbox: null })
    renderPage(paths.adminApp(7), { session: buildAdminSession({ flags: { gov_cloud: true } }) })
    await expect.poll(() => texts(tabs.getByRole('link'))).toEqual(['General', 'Marketplace Listing'])
    await expect.element(page.getByText('The app has no versions here yet.').first()).toBeVisible()
    expect(page.getByRole('main').element().textContent).not.toMatch(/sandbox/i)
  },
)

test(
  'one banner warns of what an app lacks, and one shows an error of it',
  { tags: ['AAPP-43', 'AAPP-44', 'AAPP-45'] },
  async () => {
    const owner = { name: 'Dana Reyes', email: 'dana@example.test', procore_id: 41001 }
    await open({ owner, external_owner_id: 12 })
    await expectHue(page.getByText('This app has no production credentials.'), 'yellow')
    const differs = page.getByText("The external owner id (12) differs from the owner's Trestle id (41001).")
    await expectHue(differs, 'red')
    reply(updateAdminDeveloperApp, build({ owner, external_owner_id: 41001 }))
    replyWithApp({ owner, external_owner_id: 41001 })
    await field('External owner ID').fill('41001')
    await save.click()
    await expect.element(differs).not.toBeInTheDocument()
  },
)

test('input survives switching tabs, and leaving the page asks first', async () => {
  await open()
  await field('Internal name').fill('Crane Log')
  await tabs.getByRole('link', { name: 'Performance Metrics' }).click()
  await tabs.getByRole('link', { name: 'General' }).click()
  await expect.element(field('Internal name')).toHaveValue('Crane Log')
  await page.getByRole('link', { name: 'My Apps' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Discard your changes?' })).toBeVisible()
  expect(currentAddress()).toBe('/admin/developer_apps/7')
})

test(
  'a chosen owner waits in panel and form, and can be undone',
  { tags: ['AAPP-38', 'AAPP-39'] },
  async () => {
    await open()
    await chooseOwner()
    const pending = page.getByText('The owner changes when you save the app')
    await expect.poll(() => pending.elements()).toHaveLength(2)
    expect(sent(updateAdminDeveloperApp)).toEqual([])
    await tabs.getByRole('link', { name: 'Sandbox' }).click()
    await panel.getByRole('link', { name: 'Go to General to save' }).click()
    await panel.getByRole('button', { name: 'Keep Dana Reyes' }).click()
    await expect.element(pending).not.toBeInTheDocument()
    await expect.element(panel.getByRole('button', { name: 'Change Owner (Dangerous)' })).toHaveFocus()
    await expect.element(save).toBeDisabled()
  },
)

test('a refused owner is shown at the choice', { tags: ['AAPP-38'] }, async () => {
  await open()
  await chooseOwner()
  const message = "Kim Vance can't own an app until they confirm the address kim@example.test."
  refuse(updateAdminDeveloperApp, { code: 'invalid_input', message, fields: { owner_id: [message] } })
  await save.click()
  const form = page.getByRole('region', { name: 'App', exact: true })
  await form.getByRole('button', { name: `Owner: ${message}` }).click()
  await expect.element(form.getByRole('button', { name: 'Keep Dana Reyes' })).toHaveFocus()
  await chooseOwner()
  await expect.element(form.getByText(message)).not.toBeInTheDocument()
})

test('an owner who deleted their account does not stay on the app', { tags: ['AAPP-39'] }, async () => {
  await open({ owner_id: 1, owner: { name: 'Deleted developer', email: deletedEmail(1), procore_id: null } })
  await chooseOwner()
  await expect.element(panel.getByText('kim@example.test will own it.', { exact: true })).toBeVisible()
})

test('a contact that someone else removed keeps what was typed until its page is left', async () => {
  const links = { edit: '/admin/developer_apps/7/contacts/5/edit' }
  const kim = { id: 5, name: 'Kim Vance', email: 'kim@example.test', links, updated_at: now }
  replyWithApp({ contacts: [kim] })
  renderPage(links.edit, { session: buildAdminSession() })
  await field('Name').fill('Kimmy')
  refuse(updateContact, { code: 'not_found', message: 'Contact not found.' })
  await page.getByRole('button', { name: 'Save contact' }).click()
  await expect.element(alert('Contact not found.')).toBeVisible()
  replyWithApp()
  await page.getByRole('link', { name: 'Cancel' }).hover()
  await expect.poll(() => sent(getAdminDeveloperApp)).toHaveLength(2)
  await expect.element(field('Name')).toHaveValue('Kimmy')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(panel.getByText('No contacts yet.')).toBeVisible()
})

test(
  'a deleted app can be restored, and its owner can change first',
  { tags: ['AAPP-23', 'AAPP-34', 'AAPP-35', 'AAPP-36', 'AAPP-42'] },
  async () => {
    await open({ deleted_at: new Date(2026, 3, 9, 16, 5, 7).toISOString() })
    await expect.element(heading).toHaveTextContent('Edit - Crane Planner (DELETED)')
    await expect.element(panel.getByText('April 9th 2026, 4:05:07 pm')).toBeVisible()
    await expect.element(panel.getByRole('button', { name: 'Change Owner (Dangerous)' })).toBeEnabled()
    reply(undeleteDeveloperApp, build())
    reply(getAdminDeveloperApp, build())
    await panel.getByRole('button', { name: 'Undelete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undelete' }).click()
    await expect.element(heading).toHaveTextContent('Edit - Crane Planner')
    await expect.element(panel.getByRole('button', { name: 'Undelete' })).not.toBeInTheDocument()
    await expect.element(panel).toHaveFocus()
  },
)

test('an app that someone else undeleted is shown as it is now', { tags: ['AAPP-35'] }, async () => {
  await open({ deleted_at: now })
  refuse(undeleteDeveloperApp, { code: 'conflict', message: "This app isn't deleted." })
  reply(getAdminDeveloperApp, build())
  await panel.getByRole('button', { name: 'Undelete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undelete' }).click()
  await expect.element(alert("This app isn't deleted.")).toBeVisible()
  await expect.element(heading).toHaveTextContent('Edit - Crane Planner')
  await expect.element(panel.getByRole('button', { name: 'Undelete' })).not.toBeInTheDocument()
  await expect.element(panel).toHaveFocus()
})

test(
  'a failed save shows a banner that can be closed, and keeps the input',
  { tags: ['ERR-06'] },
  async () => {
    await open({ deleted_at: now })
    disconnect(updateAdminDeveloperApp)
    disconnect(undeleteDeveloperApp)
    await field('Internal name').fill('Never stored')
    await save.click()
    await alert('Could not save').getByRole('button', { name: 'Close' }).click()
    await expect.element(alert('Could not save')).not.toBeInTheDocument()
    await expect.element(field('Internal name')).toHaveValue('Never stored')
    await panel.getByRole('button', { name: 'Undelete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undelete' }).click()
    await alert('Could not save').getByRole('button', { name: 'Close' }).click()
    await expect.element(alert('Could not save')).not.toBeInTheDocument()
  },
)

test(
  'a failed load shows a banner that can be closed, and can be retried',
  { tags: ['ERR-07'] },
  async () => {
    refuse(getAdminDeveloperApp, { code: 'internal', message: 'It broke.' })
    renderPage(paths.adminApp(7), { session: buildAdminSession() })
    await alert('Could not load').getByRole('button', { name: 'Close' }).click()
    await expect.element(alert('Could not load')).not.toBeInTheDocument()
    replyWithApp()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(panel).toBeVisible()
  },
)

test(
  'leaving Marketplace Listing with unsaved changes asks first',
  { tags: ['AAPP-30', 'LSTATE-39', 'AAPP-46'] },
  async () => {
    reply(listAdminSubmissionEvents, [])
    reply(getDraft, { draft: null })
    reply(listCategories, [])
    await open({}, paths.adminApp(7, 'marketplace_listing'))
    const enabled = page.getByRole('checkbox', { name: 'Marketplace enabled' })
    await enabled.click()
    await tabs.getByRole('link', { name: 'General' }).click()
    const question = page.getByRole('dialog')
    await expect
      .element(question)
      .toMatchTextContent('You have unsaved changes, are you sure you wish to continue?')
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect.element(enabled).toBeChecked()
    reply(updateAdminDeveloperApp, build({ marketplace_enabled: true }))
    await page.getByRole('button', { name: 'Save Marketplace' }).click()
    await expect.element(page.getByText('App Updated!')).toBeVisible()
    expect(sent(updateAdminDeveloperApp)).toMatchObject([{ body: { marketplace_enabled: true } }])
  },
)

test('staff can rebuild a failed sandbox', { tags: ['AAPP-29'] }, async () => {
  const failed = buildSandbox({ status: 'failed', live: false })
  await open({ sandbox: failed }, paths.adminApp(7, 'sandbox'))
  await expect.element(sandbox).toMatchTextContent('Something went wrong building your sandbox.')
  await expect.element(sandbox.getByRole('button', { name: 'Rebuild sandbox' })).toBeEnabled()
})

test('staff cannot edit the redirect URIs of a sandbox', { tags: ['AAPP-29', 'CRED-15'] }, async () => {
  await open({}, paths.adminApp(7, 'sandbox'))
  await expect
    .element(sandbox)
    .toMatchTextContent("Only the app's owner and admins can change this app's sandbox.")
  await expect.element(sandbox.getByRole('textbox', { name: 'Redirect URIs' })).toHaveAttribute('readonly')
})

test('the sandbox of a deleted app shows only the reason', { tags: ['AAPP-29'] }, async () => {
  await open({ deleted_at: now, sandbox: null }, paths.adminApp(7, 'sandbox'))
  await expect.element(sandbox).toMatchTextContent('This app is deleted. Undelete it first.')
  await expect.element(sandbox.getByRole('button')).not.toBeInTheDocument()
})

test('on a laptop, the tables next to the panel fit, with the review buttons', async () => {
  await page.viewport(1280, 800)
  replyWithApp()
  reply(listManifests, [buildVersion({ versionable_type: 'ProductionEnvironment', state: 'in_review' })])
  reply(listReviews, [buildReviewRound()])
  renderPage(paths.adminApp(7), { session: buildAdminSession() })
  for (const name of ['Production versions', 'Review history']) {
    const frame = page.getByRole('group', { name })
    await expect.element(frame.getByRole('row').nth(1)).toBeVisible()
    const { scrollWidth, clientWidth } = frame.element()
    expect([name, scrollWidth]).toEqual([name, clientWidth])
  }
})
