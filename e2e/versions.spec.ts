import { expect, expectNoSidewaysScroll, test, type Page } from './fixtures.ts'
import { findAppId } from './people.ts'
import { manifests, productionTable, sandboxTable, announcement } from './versions.ts'

test(
  'the versions are listed with their keys to copy, and by environment, with the chosen one in the URL',
  { tag: ['@MAN-01', '@MAN-02', '@MAN-03', '@MAN-05', '@MAN-12', '@MAN-13', '@MAN-16'] },
  async ({ page, context, signIn, api }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn('owner')
    await page.goto(`/developer_apps/${await findAppId(api, 'Site Sync')}/versions`)
    const table = page.getByRole('table', { name: 'Versions of Site Sync' })
    await expect(table.locator('tbody').getByRole('row')).toHaveText([
      /^1\.1\.0Sandbox.*No$/,
      /^1\.0\.0Production.*Yes$/,
      /^1\.0\.0Sandbox/,
    ])
    const key = table.getByRole('button', { name: /^[\da-f]{8}-/ }).first()
    await key.click()
    await expect(announcement(page, 'Copied')).toHaveCount(1)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^[\da-f-]{36}$/)

    const tab = (name: string) => manifests(page).getByRole('tab', { name, exact: true })
    await expect(sandboxTable(page)).toBeVisible()
    await tab('Production').click()
    await expect(page).toHaveURL(/environment=production/)
    await page.reload()
    await expect(tab('Production')).toHaveAttribute('aria-selected', 'true')
    await expect(productionTable(page)).toContainText('Approved')
    await productionTable(page).getByRole('button', { name: 'Review notes' }).click()
    const notes = page.getByRole('dialog', { name: 'Review notes of version 1.0.0' })
    await expect(notes).toContainText('Test login: reviewer@sitesync.example.')
    // The text of the email about the decision.
    await expect(notes).toContainText('least privilege')
    await page.keyboard.press('Escape')
    await expect(notes).toBeHidden()
    await page.goBack()
    await expect(tab('Sandbox')).toHaveAttribute('aria-selected', 'true')
  },
)

/** Expects no table to be wider than its card, unless it scrolls in its own frame. */
async function expectTablesInsideTheirCards(page: Page) {
  const overflows = await page.evaluate(() =>
    [...document.querySelectorAll('main table')].map((table) => {
      const card = table.closest('section')
      const frame = [...document.querySelectorAll('main [role=group]')].find((group) => group.contains(table))
      if (!card || !frame || getComputedStyle(frame).overflowX !== 'visible') return 0
      return table.getBoundingClientRect().right - card.getBoundingClientRect().right
    }),
  )
  for (const overflow of overflows) expect(overflow).toBeLessThanOrEqual(0)
}

test('every screen of the versions keeps its tables inside their cards at every width', async ({
  page,
  signIn,
  api,
}) => {
  await signIn('owner')
  const siteSync = await findAppId(api, 'Site Sync')
  const underReview = await findAppId(api, 'Crane Watch')
  const expectFits = async (address: string) => {
    await page.goto(address)
    await expect(page.getByRole('main').getByRole('table').first()).toBeVisible()
    for (const width of [1440, 1280, 1100]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoSidewaysScroll(page)
      await expectTablesInsideTheirCards(page)
    }
  }
  await expectFits(`/developer_apps/${siteSync}/versions`)
  await expectFits(`/developer_apps/${underReview}/versions?environment=production`)
  await signIn('staff')
  await expectFits(`/admin/developer_apps/${underReview}`)
})
