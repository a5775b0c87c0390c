import { expect, type Page } from './fixtures.ts'
import { announcement } from './versions.ts'

export const card = (page: Page) => page.getByRole('region', { name: 'Sandbox', exact: true })
export const save = (page: Page) => card(page).getByRole('button', { name: 'Save sandbox' })
export const generate = (page: Page) => card(page).getByRole('button', { name: 'Generate Sandbox' })
export const generateFake = (page: Page) => card(page).getByRole('button', { name: 'Generate fake sandbox' })
const supportAddress = 'mailto:developer-support@trestle.localhost'

export async function expectBuilding(page: Page) {
  await expect(announcement(page, 'Your sandbox is being built')).toBeVisible()
  await expect(card(page)).toContainText(
    "This may take some time, usually about 10 minutes. You can leave this page. The person who requested it gets an email when it's ready. The status updates automatically.",
  )
  await expect(card(page).getByRole('link', { name: 'Contact support' })).toHaveAttribute(
    'href',
    supportAddress,
  )
}
