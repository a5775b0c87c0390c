import { expect, test } from './fixtures.ts'
import { manifests, newApp, productionTable, announcement, saveVersion, listVersions } from './versions.ts'

test(
  'a version is promoted on Configurations and listed first in production, where it can be submitted',
  { tag: ['@PROM-03', '@PROM-09', '@PROM-10', '@PROM-11', '@PROM-12', '@PROM-13', '@PROM-14'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await newApp(api)
    await saveVersion(api, app, '0.1.0')
    await saveVersion(api, app, '0.2.0')
    const header = page.getByRole('region', { name: /^Version / })
    const promote = (version: string) => page.getByRole('button', { name: `Promote version ${version}` })
    const release = async (version: string, notes: string) => {
      const dialog = page.getByRole('dialog', { name: `Promote version ${version} to production` })
      await dialog.getByRole('textbox', { name: 'Release notes' }).fill(notes)
      await dialog.getByRole('button', { name: 'Promote to production' }).click()
      await expect(dialog).toBeHidden()
    }

    await test.step('an older version first', async () => {
      await page.goto(`/developer_apps/${app.id}/versions`)
      await page.getByRole('button', { name: 'Show Old Versions (1)' }).click()
      await promote('0.1.0').click()
      await release('0.1.0', 'First release.')
      await expect(announcement(page, 'Version 0.1.0 is in production.')).toBeVisible()
      await manifests(page).getByRole('tab', { name: 'Sandbox' }).click()
      await expect(promote('0.2.0')).toBeDisabled()
    })

    await test.step('then the newest, in the header of Configurations, after a reload', async () => {
      await page.getByRole('link', { name: 'Configurations' }).click()
      await expect(header.getByText('Ready for Testing', { exact: true })).toBeVisible()
      await expect(header.getByRole('button', { name: 'Promote' })).toBeDisabled()
      await page.reload()
      await header.getByRole('button', { name: 'Promote' }).click()
      await release('0.2.0', 'Floors can be renamed.')
      await expect(page).toHaveURL(`/developer_apps/${app.id}/versions?environment=production`)
      await expect(productionTable(page).locator('tbody').getByRole('row')).toContainText(['0.2.0', '0.1.0'])
      await expect(page.getByRole('button', { name: 'Submit for Review: version 0.2.0' })).toBeEnabled()
      const [sandbox] = await listVersions(api, app, 'Sandbox')
      expect(sandbox).toMatchObject({ semantic_version: '0.2.0', changelog: 'Floors can be renamed.' })
      await page.getByRole('link', { name: 'Configurations' }).click()
      await expect(header.getByText('Promoted', { exact: true })).toBeVisible()
      await expect(header.getByRole('button', { name: 'Promote' })).toBeDisabled()
    })
  },
)
