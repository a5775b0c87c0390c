import { expect, expectAccessible, test, type Api, type Page } from './fixtures.ts'
import { registerConfirmed, createApp, credentials } from './people.ts'
import { card, expectBuilding, generate, save } from './sandboxes.ts'
import { createAppWithSandbox, announcement } from './versions.ts'

const uris = (page: Page) => card(page).getByRole('textbox', { name: 'Redirect URIs' })
const domains = (page: Page) => card(page).getByRole('textbox', { name: 'Allowed CORS domains' })

async function loadSandbox(api: Api, id: number) {
  const { body } = await api.get(`/api/v1/developer_apps/${id}`)
  return (body as { sandbox: Record<string, string | number | null> }).sandbox
}

test(
  'a sandbox that failed to build can be generated again',
  { tag: ['@ERR-30', '@SBX-01', '@SBX-08', '@SBX-09', '@SBX-13', '@SBX-24'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    await page.goto(`/developer_apps/${await createApp(api, 'Doomed Bridge')}`)
    await expectBuilding(page)
    const failed = card(page).getByRole('alert')
    await expect(failed).toContainText('Something went wrong building your sandbox.', { timeout: 40_000 })
    await generate(page).click()
    await expectBuilding(page)
    await expect(failed).toHaveCount(0)
  },
)

test(
  'the owner is notified of a live sandbox by email, copies its values and saves its addresses',
  { tag: ['@SBX-03', '@SBX-04', '@SBX-12', '@SBX-22'] },
  async ({ page, context, signIn, api, mailTo }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const person = await registerConfirmed(api, mailTo)
    await signIn(credentials(person))
    const { id } = await createAppWithSandbox(api)
    const { url } = await loadSandbox(api, id)
    await expect.poll(() => mailTo(person.email)).toContain(String(url))

    await page.goto(`/developer_apps/${id}/oauth_credentials`)
    await card(page).getByRole('button', { name: 'Copy Sandbox URL' }).click()
    await expect(announcement(page, 'Copied').first()).toBeAttached()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)

    await uris(page).fill('  https://lift.example/cb\n\nhttp://localhost:3000/cb\n')
    await domains(page).fill('lift.example/app')
    await save(page).click()
    await expect(card(page).getByRole('alert')).toContainText('There is 1 problem to correct')
    await expectAccessible(page)
    await domains(page).fill('lift.example,https://app.lift.example')
    await save(page).click()
    await expect(announcement(page, 'Sandbox saved')).toBeVisible()
    await page.reload()
    await expect(uris(page)).toHaveValue('https://lift.example/cb\nhttp://localhost:3000/cb')
    await expect(domains(page)).toHaveValue('lift.example, https://app.lift.example')
  },
)
