import { expect, type Api, type Page } from './fixtures.ts'
import { announcement, listVersions, type TestApp } from './versions.ts'

/** Opens the Configurations tab and expands this card, whether or not it was folded. */
export async function openCard(page: Page, app: TestApp, card: 'Components' | 'Data connector') {
  await page.goto(`/developer_apps/${app.id}`)
  const heading = page.getByRole('heading', { name: new RegExp(`^${card}`) })
  await expect(heading).toBeVisible()
  const toggle = page.getByRole('button', { name: new RegExp(`^${card}`), expanded: false })
  if ((await toggle.count()) > 0) await toggle.click()
}

/** Saves the cards as the next version and returns the stored manifest. */
export async function saveCards(page: Page, api: Api, app: TestApp): Promise<Record<string, unknown>> {
  await page.getByRole('button', { name: 'Save new version' }).click()
  const dialog = page.getByRole('dialog', { name: `Save a new version of ${app.name}` })
  await dialog.getByRole('button', { name: 'Create version' }).click()
  await expect(announcement(page, 'Version 0.2.0 was created.')).toBeVisible()
  return (await listVersions(api, app, 'Sandbox'))[0]?.content ?? {}
}
