import type { Request } from '@playwright/test'
import { expect, expectAccessible, test, type Api, type Page } from './fixtures.ts'
import {
  anotherBrowser,
  manifests,
  newApp,
  openVersions,
  productionTable,
  promote,
  review,
  announcement,
  saveVersion,
  submission,
  listVersions,
  type TestApp,
} from './versions.ts'

const button = (page: Page, move: string) => page.getByRole('button', { name: `${move}: version 0.1.0` })

async function promotedApp(api: Api): Promise<TestApp & { key: string }> {
  const app = await newApp(api)
  return { ...app, key: await promote(api, await saveVersion(api, app, '0.1.0')) }
}

async function openAdmin(page: Page, app: TestApp) {
  await page.goto(`/admin/developer_apps/${app.id}`)
  await expect(productionTable(page)).toContainText('0.1.0')
}

/** Returns the review events that the page reports, in order. */
function reportedMoves(page: Page): unknown[] {
  const moves: unknown[] = []
  page.on('request', (request: Request) => {
    if (!request.url().endsWith('/api/v1/analytics')) return
    const { key, additional_properties } = request.postDataJSON() as {
      key: string
      additional_properties: { state: string }
    }
    moves.push([key, additional_properties.state])
  })
  return moves
}

const event = (state: string) => ['developers.manifest_review.state_changed', state]
const inProduction = async (api: Api, app: TestApp) =>
  (await listVersions(api, app, 'ProductionEnvironment'))[0]

test(
  'a developer submits with notes and withdraws; both events are reported',
  { tag: ['@PROM-19', '@PROM-20', '@PROM-23', '@PROM-25', '@PROM-27', '@PROM-28'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await promotedApp(api)
    const moves = reportedMoves(page)
    await openVersions(page, app, 'production')
    await button(page, 'Submit for Review').click()
    const dialog = page.getByRole('dialog', { name: 'Submit version 0.1.0 for review' })
    const notes = dialog.getByRole('textbox', { name: 'Notes for the reviewer' })
    await expect(notes).toBeFocused()
    await dialog.getByRole('button', { name: 'Submit for Review' }).click()
    await expect(notes).toHaveAccessibleDescription(/This field is required/)
    await expectAccessible(page)
    await notes.fill('Sign in as demo, open any storey.')
    await dialog.getByRole('button', { name: 'Submit for Review' }).click()
    await expect(dialog).toBeHidden()

    await expect(announcement(page, 'Version 0.1.0 was submitted for review.')).toBeVisible()
    await expect(productionTable(page)).toContainText('Under review')
    expect(await inProduction(api, app)).toMatchObject({
      state: 'in_review',
      developer_notes: 'Sign in as demo, open any storey.',
    })

    await button(page, 'Withdraw from Review').click()
    const withdrawal = page.getByRole('dialog', { name: 'Withdraw version 0.1.0 from review' })
    await expect(withdrawal.getByRole('textbox')).toHaveCount(0)
    await withdrawal.getByRole('button', { name: 'Withdraw from Review' }).click()
    await expect(announcement(page, 'Version 0.1.0 was withdrawn from review.')).toBeVisible()
    await expect(button(page, 'Submit for Review')).toBeEnabled()
    expect(await inProduction(api, app)).toMatchObject({ state: 'confidential' })
    expect(moves).toEqual([event('submitted'), event('withdrawn')])
  },
)

test(
  "platform staff approve, which publishes the version, and see the developer's notes",
  { tag: ['@PROM-21', '@PROM-24', '@PROM-26', '@PROM-27', '@PROM-28'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await promotedApp(api)
    await review(api, app.key, submission)
    await signIn('staff')
    const moves = reportedMoves(page)
    await openAdmin(page, app)
    await expect(button(page, 'Withdraw from Review')).toHaveCount(0)
    await productionTable(page).getByRole('button', { name: 'Review notes' }).click()
    await expect(page.getByRole('dialog')).toContainText('Sign in as demo.')
    await page.keyboard.press('Escape')

    await button(page, 'Approve').click()
    const dialog = page.getByRole('dialog', { name: 'Approve version 0.1.0' })
    await dialog.getByRole('textbox', { name: 'Admin notes' }).fill('Clear set-up.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await expect(announcement(page, 'Version 0.1.0 was approved.')).toBeVisible()
    await expect(productionTable(page)).toContainText('Approved')
    await expect(button(page, 'Approve')).toHaveCount(0)
    await expect(button(page, 'Reject')).toHaveCount(0)
    expect(await inProduction(api, app)).toMatchObject({ state: 'published', admin_notes: 'Clear set-up.' })
    expect(moves).toEqual([event('approved')])

    await signIn('owner')
    await page.goto(`/developer_apps/${app.id}`)
    await expect(page.getByText('Approved Version', { exact: true })).toBeVisible()
  },
)

test(
  'platform staff reject with notes, which the developers get by email and can act on',
  { tag: ['@PROM-22', '@PROM-24', '@PROM-26', '@PROM-27', '@PROM-28'] },
  async ({ page, signIn, api, mailTo }) => {
    await signIn('owner')
    const app = await promotedApp(api)
    await review(api, app.key, submission)
    await signIn('staff')
    const moves = reportedMoves(page)
    await openAdmin(page, app)
    await button(page, 'Reject').click()
    const dialog = page.getByRole('dialog', { name: 'Reject version 0.1.0' })
    const notes = dialog.getByRole('textbox', { name: 'Admin notes' })
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await expect(notes).toHaveAccessibleDescription(/This field is required/)
    await notes.fill('The board stays empty.')
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await expect(announcement(page, 'Version 0.1.0 was rejected.')).toBeVisible()
    await expect(productionTable(page)).toContainText('Rejected')
    await expect(productionTable(page).getByRole('button', { name: /^(Approve|Reject|Submit)/ })).toHaveCount(
      0,
    )
    expect(await inProduction(api, app)).toMatchObject({
      state: 'confidential',
      admin_notes: 'The board stays empty.',
    })
    expect(moves).toEqual([event('rejected')])

    await signIn('owner')
    expect(await inProduction(api, app)).toMatchObject({ admin_notes: null })
    await page.goto(`/developer_apps/${app.id}`)
    const fix = /^Version 0\.1\.0 was rejected on \w+day\. Fix it in a new version, or submit it again\./
    await expect(page.getByText(fix)).toBeVisible()
    const rejection = page.getByText(/^Version 0\.1\.0 was rejected on .* [ap]m$/)
    await expect(rejection).toBeVisible()
    await expect(page.getByText('The board stays empty.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: "Read the reviewer's message" }).click()
    await manifests(page).getByRole('tab', { name: 'Production' }).click()
    await expect(rejection).toBeVisible()
    const history = page.getByRole('table', { name: 'Review history' })
    await expect(
      history.getByRole('row', { name: /^0\.1\.0 1 .*Rejected.*The board stays empty\./ }),
    ).toBeVisible()
    await expectAccessible(page)
    await expect(button(page, 'Submit for Review')).toBeEnabled()
    await expect(async () => expect(await mailTo('owner@demo.test')).toContain(app.name)).toPass()
    expect(await mailTo('owner@demo.test')).toContain('The board stays empty.')
  },
)

test(
  'when two people decide at once, the second sees that the first one was faster',
  { tag: ['@PROM-20', '@PROM-21'] },
  async ({ page, signIn, api, browser, portal }) => {
    await signIn('owner')
    const app = await promotedApp(api)
    await review(api, app.key, submission)
    const staff = await anotherBrowser(browser, portal.url, 'staff')
    await openAdmin(staff, app)
    await button(staff, 'Approve').click()
    await openVersions(page, app, 'production')
    await button(page, 'Withdraw from Review').click()

    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw from Review' }).click()
    await expect(announcement(page, 'Version 0.1.0 was withdrawn from review.')).toBeVisible()
    const dialog = staff.getByRole('dialog', { name: 'Approve version 0.1.0' })
    await dialog.getByRole('button', { name: 'Approve' }).click()
    const refusal = dialog.getByRole('alert')
    await expect(refusal).toContainText("The review wasn't changed")
    await expect(refusal).toContainText(
      /Version 0\.1\.0 isn't under review\. .+ withdrew it on \d{4}-\d\d-\d\d\./,
    )
    await expectAccessible(staff)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(productionTable(staff)).toContainText('Not submitted')
    await expect(button(staff, 'Approve')).toHaveCount(0)
    expect(await inProduction(api, app)).toMatchObject({ state: 'confidential' })
    await staff.context().close()
  },
)

test(
  'a developer sees disabled buttons with a reason, and no review queue or admin page',
  { tag: ['@PROM-25', '@PROM-29'] },
  async ({ page, signIn, api }) => {
    await signIn('dev-collab')
    const { body } = await api.get('/api/v1/developer_apps?per_page=100')
    const id = (name: string) =>
      (body as { id: number; internal_name: string }[]).find((app) => app.internal_name === name)?.id
    const expectDead = async (app: string, name: string) => {
      await page.goto(`/developer_apps/${id(app)}/versions?environment=production`)
      await expect(page.getByRole('button', { name })).toBeDisabled()
      await expect(page.getByRole('button', { name })).toHaveAccessibleDescription(
        "Only the app's owner and admins can do this.",
      )
    }
    await expectDead('Submittal Scout', 'Submit for Review: version 0.5.0')
    await expectDead('Crane Watch', 'Withdraw from Review: version 0.3.0')
    await page.goto(`/admin/developer_apps/${id('Crane Watch')}`)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText('Crane Watch')
  },
)
