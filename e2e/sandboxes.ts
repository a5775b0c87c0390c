import { expect, type Page } from './fixtures.ts'
import { said } from './versions.ts'

export const card = (page: Page) => page.getByRole('region', { name: 'Sandbox' })
export const save = (page: Page) => card(page).getByRole('button', { name: 'Save Sandbox' })
export const generate = (page: Page) => card(page).getByRole('button', { name: 'Generate Sandbox' })
export const generateFake = (page: Page) => card(page).getByRole('button', { name: 'Generate Fake Sandbox' })
export const supportAddress = 'mailto:developer-support@trestle.localhost'

export async function expectBuilding(page: Page) {
  await expect(said(page, 'Your sandbox is being built')).toBeVisible()
  await expect(card(page)).toContainText(
    'This may take some time, usually about 10 minutes. You can leave this page: whoever asked for it gets an e-mail when it is ready. The status updates automatically.',
  )
  await expect(card(page).getByRole('link', { name: 'Contact support' })).toHaveAttribute(
    'href',
    supportAddress,
  )
}
