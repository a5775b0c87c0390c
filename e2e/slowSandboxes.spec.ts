import { expect, expectAccessible, test, type Page } from './fixtures.ts'
import { appId, createApp } from './people.ts'
import { card, expectBuilding, generate, generateFake, save } from './sandboxes.ts'
import { heading } from './screen.ts'
import { announcement } from './versions.ts'

test.describe.configure({ timeout: 180_000 })

test(
  'a new app is polled each second while its sandbox is built, and opens after 10 s at the latest',
  { tag: ['@APP-11', '@APP-13', '@APP-14', '@APP-15', '@paused'] },
  async ({ page, signIn }) => {
    await signIn('stranger')
    await page.clock.install()
    await page.goto('/developer_apps?create=true')
    const dialog = page.getByRole('dialog', { name: 'Create an app' })
    await dialog.getByLabel('App Name').fill('Patience')
    let polls = 0
    page.on('requestfinished', (request) => {
      if (/\/api\/v1\/developer_apps\/\d+$/.test(request.url())) polls += 1
    })
    await page.clock.pauseAt(Date.now() + 60_000)
    await dialog.getByRole('button', { name: 'Create App' }).click()
    const waiting = page.getByRole('dialog', { name: 'Creating Patience…' })
    await expect(waiting).toBeVisible()
    await expect(waiting.getByRole('status')).toHaveText(
      "We're requesting its sandbox. The app opens in a few seconds.",
    )
    await page.keyboard.press('Escape')
    await expect(waiting.getByRole('button')).toHaveCount(0)
    await expect.poll(() => polls).toBe(1)
    for (const second of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
      await page.clock.runFor(999)
      expect(polls, `before second ${second}`).toBe(second)
      // The second starts when the page has read the last reply.
      await expect(async () => {
        await page.clock.runFor(1)
        expect(polls, `in second ${second}`).toBe(second + 1)
      }).toPass({ intervals: [50] })
      await expect(waiting).toBeVisible()
    }
    await page.clock.runFor(900)
    await expect(page).toHaveURL('/developer_apps?create=true')
    await page.clock.resume()
    await expect(page).toHaveURL(/\/developer_apps\/\d+$/)
    await expect(waiting).toBeHidden()
    await expect(heading(page)).toHaveText('Patience')
    await expect(page.getByRole('region', { name: 'Sandbox' })).toContainText('Your sandbox is being built')
  },
)

test(
  'an app can be renamed, shared and deleted while its sandbox is being built',
  { tag: ['@APP-22', '@paused'] },
  async ({ page, signIn, api }) => {
    await signIn('stranger')
    const id = await createApp(api, 'Slow Hoist')
    const go = (name: string) =>
      page.getByRole('navigation', { name: 'App pages' }).getByRole('link', { name, exact: true }).click()
    await page.goto(`/developer_apps/${id}`)
    await expectBuilding(page)

    await go('Settings')
    await page.getByRole('textbox', { name: 'App name' }).fill('Hoist')
    await page.getByRole('textbox', { name: 'Internal name' }).fill('Slow Hoist 2')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(heading(page)).toHaveText('Slow Hoist 2')
    await expect(announcement(page, 'Settings saved')).toBeVisible()
    await expect(card(page)).toHaveCount(0)

    await go('Collaborators')
    await page.getByRole('button', { name: 'Add Another User' }).click()
    const invitation = page.getByRole('dialog', { name: 'Add Another User' })
    await invitation.getByLabel('Email address').fill('hoist.operator@demo.test')
    await invitation.getByRole('radio', { name: 'Developer' }).check()
    await invitation.getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByRole('main')).toContainText('hoist.operator@demo.test')

    await go('Versions')
    await expectBuilding(page)
    await go('Settings')
    await page.getByRole('button', { name: 'Delete app' }).click()
    const question = page.getByRole('dialog', { name: 'Delete Slow Hoist 2?' })
    await question.getByRole('textbox').fill('Slow Hoist 2')
    await question.getByRole('button', { name: 'Delete app' }).click()
    await expect(page).toHaveURL('/developer_apps')
    expect((await api.get(`/api/v1/developer_apps/${id}`)).status).toBe(404)
  },
)

test.describe('a sandbox that is being built', { tag: ['@paused'] }, () => {
  test(
    'shows elapsed and expected time, and polls every 5 s while the page is visible',
    { tag: ['@SBX-01', '@SBX-06', '@SBX-09', '@SBX-10', '@SBX-11', '@SBX-24'] },
    async ({ page, signIn, api }) => {
      await signIn('stranger')
      const id = await createApp(api, 'Slow Lift')
      let answered = 0
      page.on('requestfinished', (request) => {
        if (request.url().endsWith(`/api/v1/developer_apps/${id}`)) answered += 1
      })
      await page.goto(`/developer_apps/${id}`)
      await expectBuilding(page)
      await expect(card(page)).toContainText(
        /Requested \d+ seconds? ago, expected to take about 10 minutes\./,
      )
      await expect(generate(page)).toHaveCount(0)
      await expectAccessible(page)

      await page.clock.install()
      await page.reload()
      await expectBuilding(page)
      await page.clock.pauseAt(Date.now() + 60_000)
      await expect(card(page)).toContainText('Requested 1 minute ago')
      // The 5 s start at the last reply, so this waits for the first poll after the jump.
      const look = async (atMostMs: number) => {
        const before = answered
        for (let ms = 0; ms < atMostMs && answered === before; ms += 250) await page.clock.runFor(250)
        await expect.poll(() => answered, { message: `a look within ${atMostMs} ms` }).toBe(before + 1)
      }
      await look(5500)
      for (let time = 0; time < 3; time += 1) {
        const before = answered
        await page.clock.runFor(4500)
        expect(answered, 'before 5 s are over').toBe(before)
        await look(1000)
      }
      const before = answered
      await turn(page, 'hidden')
      await page.clock.runFor(60_000)
      expect(answered, 'requests while the page is hidden').toBe(before)
      await turn(page, 'visible')
      await look(5500)
      await expect(card(page)).toContainText('Requested 2 minutes ago')

      // The sandbox goes live without the page; the next poll shows it.
      expect((await api.post(`/api/v1/developer_apps/${id}/fake_sandbox`)).status).toBe(201)
      await page.clock.resume()
      await expect(page.getByRole('region', { name: 'No version yet' })).toBeVisible()
    },
  )

  test(
    'shows high demand after more than three times the usual time',
    { tag: ['@ERR-31', '@ERR-32'] },
    async ({ page, signIn, api }) => {
      await signIn('stranger')
      const id = await createApp(api, 'Slower Lift')
      const notice = announcement(page, 'We are seeing high demand. Refresh this page in a few minutes.')
      await page.clock.install({ time: Date.now() + 30 * 60_000 - 10_000 })
      await page.goto(`/developer_apps/${id}`)
      await expectBuilding(page)
      await expect(card(page)).toContainText('Requested 29 minutes ago')
      await expect(notice).toHaveCount(0)
      await page.clock.runFor(20_000)
      await expect(notice).toBeVisible()
      await expectBuilding(page)
      await page.clock.resume()
      await expectAccessible(page)
    },
  )

  test(
    'can be replaced at once by a fake one, where the server allows it',
    { tag: ['@SBX-14', '@SBX-15'] },
    async ({ page, signIn, api }) => {
      await signIn('stranger')
      const id = await createApp(api, 'Impatient Lift')
      await page.goto(`/developer_apps/${id}/oauth_credentials`)
      await expect(card(page)).toContainText(
        'This server offers fake sandboxes. They are ready immediately, but nothing runs in them.',
      )
      await generateFake(page).click()
      await expect(save(page)).toBeVisible()
      await expect(generateFake(page)).toHaveCount(0)
      await expect(page.getByRole('heading', { name: 'Your sandbox is not ready yet' })).toHaveCount(0)
    },
  )

  test(
    'appears when the owner of an app without one generates it',
    { tag: ['@SBX-05', '@SBX-08', '@SBX-17'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      await page.goto(`/developer_apps/${await appId(api, 'Permit Pilot')}`)
      await expect(card(page)).toContainText('This app has no sandbox')
      await generate(page).click()
      await expectBuilding(page)
      await expect(generate(page)).toHaveCount(0)
    },
  )
})

/** Simulates hiding or showing the tab. */
async function turn(page: Page, visibilityState: 'hidden' | 'visible') {
  await page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, visibilityState)
}
