import { expect, expectAccessible, test, type Page } from './fixtures.ts'
import {
  announcement,
  listVersions,
  manifests,
  newApp,
  openVersions,
  productionTable,
  promote,
  review,
  saveVersion,
  submission,
} from './versions.ts'

const button = (page: Page, move: string) => page.getByRole('button', { name: `${move}: version 0.1.0` })

test(
  'a version is submitted, rejected with notes that the developers get by email, and approved',
  { tag: ['@PROM-20', '@PROM-21', '@PROM-22', '@PROM-23', '@PROM-24', '@PROM-28', '@PROM-29'] },
  async ({ page, signIn, api, mailTo }) => {
    await signIn('owner')
    const app = await newApp(api)
    const key = await promote(api, await saveVersion(api, app, '0.1.0'))
    const inProduction = async () => (await listVersions(api, app, 'ProductionEnvironment'))[0]

    await test.step('the developer submits it with notes', async () => {
      await openVersions(page, app, 'production')
      await button(page, 'Submit for Review').click()
      const dialog = page.getByRole('dialog', { name: 'Submit version 0.1.0 for review' })
      const notes = dialog.getByRole('textbox', { name: 'Notes for the reviewer' })
      await expect(notes).toBeFocused()
      await dialog.getByRole('button', { name: 'Submit for Review' }).click()
      await expect(notes).toHaveAccessibleDescription(/This field is required/)
      await expectAccessible(page)
      await notes.fill('Sign in as demo, open any floor.')
      await dialog.getByRole('button', { name: 'Submit for Review' }).click()
      await expect(announcement(page, 'Version 0.1.0 was submitted for review.')).toBeVisible()
      await expect(productionTable(page)).toContainText('Under review')
      expect(await inProduction()).toMatchObject({
        state: 'in_review',
        developer_notes: 'Sign in as demo, open any floor.',
      })
    })

    await test.step('staff reject it with notes', async () => {
      await signIn('staff')
      await page.goto(`/admin/developer_apps/${app.id}`)
      await button(page, 'Reject').click()
      const dialog = page.getByRole('dialog', { name: 'Reject version 0.1.0' })
      await dialog.getByRole('textbox', { name: 'Message to the developers' }).fill('The board stays empty.')
      await dialog.getByRole('button', { name: 'Reject' }).click()
      await expect(announcement(page, 'Version 0.1.0 was rejected.')).toBeVisible()
      await expect(productionTable(page)).toContainText('Rejected')
    })

    await test.step('the developers read why, on the page and by email', async () => {
      await signIn('owner')
      await expect(async () => expect(await mailTo('owner@demo.test')).toContain(app.name)).toPass()
      expect(await mailTo('owner@demo.test')).toContain('The board stays empty.')
      await page.goto(`/developer_apps/${app.id}`)
      const fix = /^Version 0\.1\.0 was rejected today\. Fix it in a new version, or submit it again\./
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
    })

    await test.step('staff approve it, which publishes it', async () => {
      await review(api, key, submission)
      await signIn('staff')
      await page.goto(`/admin/developer_apps/${app.id}`)
      await button(page, 'Approve').click()
      const dialog = page.getByRole('dialog', { name: 'Approve version 0.1.0' })
      await dialog.getByRole('textbox', { name: 'Message to the developers' }).fill('Clear set-up.')
      await dialog.getByRole('button', { name: 'Approve' }).click()
      await expect(announcement(page, 'Version 0.1.0 was approved.')).toBeVisible()
      expect(await inProduction()).toMatchObject({ state: 'published', admin_notes: 'Clear set-up.' })
      await signIn('owner')
      await page.goto(`/developer_apps/${app.id}`)
      await expect(page.getByText('Approved Version', { exact: true })).toBeVisible()
    })
  },
)
