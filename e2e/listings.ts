import { expect, type Api, type DemoPerson, type Page } from './fixtures.ts'
import { createAppWithSandbox, type TestApp } from './versions.ts'

export type SignIn = (person: DemoPerson) => Promise<void>

/** Opens a tab of the listing editor of an app. */
export async function openListing(page: Page, app: { id: number }, tab: string): Promise<void> {
  await page.goto(`/developer_apps/${app.id}/marketplace_listing`)
  await openTab(page, tab)
}

/** Signs in as the owner, creates an app and opens its listing at a tab. */
export async function openNewListing(page: Page, api: Api, signIn: SignIn, tab: string): Promise<TestApp> {
  await signIn('owner')
  const app = await createAppWithSandbox(api)
  await openListing(page, app, tab)
  return app
}

export async function openTab(page: Page, tab: string): Promise<void> {
  await page.getByRole('tab', { name: tab }).click()
  await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible()
}

export const saveListing = (page: Page) => page.getByRole('button', { name: 'Save draft', exact: true })

interface WireListing {
  unpublished: Record<string, unknown> | null
}

/** Returns the stored data of the listing's draft. */
export async function fetchListing(api: Api, app: { id: number }): Promise<Record<string, unknown>> {
  const { status, body } = await api.get(`/api/v1/developer_apps/${app.id}/submissions`)
  expect(status, `the listing of app ${app.id}`).toBe(200)
  return (body as WireListing).unpublished ?? {}
}
