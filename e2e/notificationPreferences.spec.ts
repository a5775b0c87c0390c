import { expect, expectAccessible, test } from './fixtures.ts'
import { registerConfirmed, createApp, credentials, linkIn } from './people.ts'
import { expectSoundWhenNarrow, heading } from './screen.ts'

test('someone unsubscribes with the link of an email, signed out, and chooses a daily email later', async ({
  page,
  api,
  mailTo,
  signIn,
}) => {
  const person = await registerConfirmed(api, mailTo)
  await signIn(credentials(person))
  await createApp(api, 'Crane Planner')
  await expect.poll(() => mailTo(person.email), { timeout: 30_000 }).toContain('/unsubscribe/')
  const link = linkIn(await mailTo(person.email), 'unsubscribe')
  await page.context().clearCookies()

  await page.goto(link)
  await expect(page.getByText(`Stop emails about reports and sandboxes to ${person.email}?`)).toBeVisible()
  await expectAccessible(page)
  await expectSoundWhenNarrow(page)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(heading(page)).toHaveText('You are unsubscribed')
  await page.reload()
  await expect(heading(page)).toHaveText('You are unsubscribed')

  await signIn(credentials(person))
  await page.getByRole('link', { name: 'Manage notifications' }).click()
  const reports = page.getByRole('radiogroup', { name: 'Reports' })
  await expect(reports.getByRole('radio', { name: 'Off' })).toBeChecked()
  await reports.getByRole('radio', { name: 'Daily' }).check()
  await page.getByRole('button', { name: 'Save notifications' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Notifications saved' })).toBeVisible()
  await page.reload()
  await expect(reports.getByRole('radio', { name: 'Daily' })).toBeChecked()
})
