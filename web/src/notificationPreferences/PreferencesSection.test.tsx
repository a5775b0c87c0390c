import {
  getNotificationPreferences,
  updateNotificationPreferences,
} from '@trestle/domain/notificationPreferences/contract.ts'
import { defaultPreferences } from '@trestle/domain/notificationPreferences/kinds.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { buildSession } from '../../testing/build.ts'
import { hold, refuse, reply, sent } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { Link } from '../ui/Link.tsx'
import { PreferencesSection } from './PreferencesSection.tsx'

const session = buildSession()
const kind = (name: string) => page.getByRole('radiogroup', { name })
const choice = (name: string, delivery: string) => kind(name).getByRole('radio', { name: delivery })
const save = page.getByRole('button', { name: 'Save notifications' })

test('saves only the kinds that were changed, and says so', async () => {
  reply(getNotificationPreferences, { ...defaultPreferences, reports: 'off' })
  const saved = { ...defaultPreferences, reviews: 'daily', reports: 'off' } as const
  reply(updateNotificationPreferences, saved)
  renderPart(<PreferencesSection />, { session })
  await expect.element(choice('Announcements', 'On')).toBeChecked()
  await expect.element(choice('Reports', 'Off')).toBeChecked()
  await expect.element(save).toBeDisabled()
  await expect.element(save).toHaveAccessibleDescription('There are no changes to save.')
  await expectAccessible()

  await choice('Reviews', 'On').click()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(choice('Reviews', 'Daily')).toBeChecked()
  await save.click()
  await expect.element(page.getByRole('status').filter({ hasText: 'Notifications saved' })).toBeVisible()
  expect(sent(updateNotificationPreferences).map(({ body }) => body)).toEqual([{ reviews: 'daily' }])
  await expect.element(save).toBeDisabled()
  await expect.element(choice('Reviews', 'Daily')).toBeChecked()
})

test('says when the daily email comes, in local time and UTC', async () => {
  reply(getNotificationPreferences, defaultPreferences)
  renderPart(<PreferencesSection />, { session })
  await expect
    .element(page.getByText(/^Daily sends one email soon after \d{1,2}:\d\d [ap]m \(12:00 UTC\)/))
    .toBeVisible()
})

test('what is chosen during a save stays, unsaved', async () => {
  reply(getNotificationPreferences, defaultPreferences)
  reply(updateNotificationPreferences, { ...defaultPreferences, reviews: 'daily' })
  const saving = hold(updateNotificationPreferences)
  renderPart(<PreferencesSection />, { session })
  await choice('Reviews', 'Daily').click()
  await save.click()
  await expect.poll(() => sent(updateNotificationPreferences).length).toBe(1)
  await choice('Reports', 'Off').click()
  saving.release()
  await expect.element(page.getByRole('status').filter({ hasText: 'Notifications saved' })).toBeVisible()
  await expect.element(choice('Reviews', 'Daily')).toBeChecked()
  await expect.element(choice('Reports', 'Off')).toBeChecked()
  await expect.element(save).toBeEnabled()
})

test('asks before changes that are not saved are left', async () => {
  reply(getNotificationPreferences, defaultPreferences)
  renderPart(
    <>
      <PreferencesSection />
      <Link href="/elsewhere">Leave</Link>
    </>,
    { session },
  )
  await choice('Reviews', 'Off').click()
  await page.getByRole('link', { name: 'Leave' }).click()
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(choice('Reviews', 'Off')).toBeChecked()
})

test('a refused save keeps the choice and says why', async () => {
  reply(getNotificationPreferences, defaultPreferences)
  refuse(updateNotificationPreferences, { code: 'unavailable', message: 'Maintenance is in progress.' })
  renderPart(<PreferencesSection />, { session })
  await choice('Collaborators', 'Off').click()
  await save.click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Your notification settings weren't saved/)
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Maintenance is in progress/)
  await expect.element(choice('Collaborators', 'Off')).toBeChecked()
  await expect.element(save).toBeEnabled()
})

test('a failed load offers to try again', async () => {
  refuse(getNotificationPreferences, { code: 'unavailable', message: 'Try again later.' })
  renderPart(<PreferencesSection />, { session })
  await expect.element(page.getByText("Your notification settings couldn't be loaded")).toBeVisible()
  reply(getNotificationPreferences, defaultPreferences)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(kind('Announcements')).toBeVisible()
})

test.each([
  ['sandboxes', false],
  ['no sandboxes in government cloud', true],
])('names what %s send', async (_, gov_cloud) => {
  reply(getNotificationPreferences, defaultPreferences)
  renderPart(<PreferencesSection />, { session: buildSession({ flags: { gov_cloud } }) })
  const detail = page.getByText(/^API usage reports/)
  await expect
    .element(detail)
    .toMatchTextContent(gov_cloud ? /^API usage reports\./ : /sandboxes that are ready/)
})
