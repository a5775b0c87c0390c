import { expect, type Page } from './fixtures.ts'
import type { TestApp } from './versions.ts'

/** The Configurations tab with this card open, however it stood. */
export async function openCard(page: Page, app: TestApp, card: 'Components' | 'Data connector') {
  await page.goto(`/developer_apps/${app.id}`)
  const heading = page.getByRole('heading', { name: new RegExp(`^${card}`) })
  await expect(heading).toBeVisible()
  const toggle = page.getByRole('button', { name: new RegExp(`^${card}`), expanded: false })
  if ((await toggle.count()) > 0) await toggle.click()
}
