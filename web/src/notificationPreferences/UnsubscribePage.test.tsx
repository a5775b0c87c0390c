import { getUnsubscribeLink, unsubscribe } from '@trestle/domain/notificationPreferences/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { buildSignedOutSession } from '../../testing/build.ts'
import { refuse, reply, sent } from '../../testing/network.ts'
import { renderPage } from '../../testing/render.tsx'
import { queryClient } from '../http/queryClient.ts'
import { paths } from '../paths.ts'
import { unsubscribeLink } from './queries.ts'

const session = buildSignedOutSession()
const email = 'dana@example.test'
const token = '7.reviews.abc'
const heading = page.getByRole('heading', { level: 1 })
const submit = page.getByRole('button', { name: 'Unsubscribe' })

test('unsubscribes without a session, and only once the question is answered', async () => {
  reply(getUnsubscribeLink, { subscription: 'reviews', email, is_subscribed: true })
  reply(unsubscribe, { subscription: 'reviews', email, is_subscribed: false })
  renderPage(paths.unsubscribe(token), { session })
  await expect.element(page.getByText(`Stop emails about reviews to ${email}?`)).toBeVisible()
  await expect.element(page.getByText('Emails about security and the account are still sent.')).toBeVisible()
  await expectAccessible()
  expect(sent(unsubscribe)).toEqual([])
  await submit.click()
  await expect.element(heading).toHaveTextContent('You are unsubscribed')
  await expect.element(page.getByRole('status')).toMatchTextContent(/no longer send emails about reviews/)
  expect(sent(unsubscribe)).toMatchObject([{ params: { token }, body: { 'List-Unsubscribe': 'One-Click' } }])
  await expectAccessible()
})

test.each([
  [false, 'reports and sandboxes'],
  [true, 'reports'],
])('with government cloud %s, a link of a report ends emails about %s', async (gov_cloud, subject) => {
  reply(getUnsubscribeLink, { subscription: 'reports', email, is_subscribed: true })
  reply(unsubscribe, { subscription: 'reports', email, is_subscribed: false })
  renderPage(paths.unsubscribe(token), { session: buildSignedOutSession({ flags: { gov_cloud } }) })
  await expect.element(page.getByText(`Stop emails about ${subject} to ${email}?`)).toBeVisible()
  await submit.click()
  await expect
    .element(page.getByRole('status'))
    .toMatchTextContent(`We no longer send emails about ${subject} to ${email}.`)
})

test('a link that was used says so, and leads to the preferences', async () => {
  reply(getUnsubscribeLink, { subscription: 'daily', email, is_subscribed: false })
  renderPage(paths.unsubscribe(token), { session })
  await expect.element(heading).toHaveTextContent('You are unsubscribed')
  await expect.element(submit).not.toBeInTheDocument()
  await expect
    .element(page.getByRole('link', { name: 'Manage notifications' }))
    .toHaveAttribute('href', '/account#notifications')
})

test('a question that has loaded stays if a later load fails, until its link is gone', async () => {
  reply(getUnsubscribeLink, { subscription: 'daily', email, is_subscribed: true })
  renderPage(paths.unsubscribe(token), { session })
  await expect.element(submit).toBeVisible()
  refuse(getUnsubscribeLink, { code: 'internal', message: 'It broke.' })
  await queryClient.refetchQueries(unsubscribeLink(token))
  expect(sent(getUnsubscribeLink)).toHaveLength(2)
  await new Promise((resolve) => setTimeout(resolve, 50))
  await expect.element(submit).toBeVisible()
  refuse(getUnsubscribeLink, { code: 'not_found', message: 'This link no longer works.' })
  await queryClient.refetchQueries(unsubscribeLink(token))
  await expect.element(submit).not.toBeInTheDocument()
  await expect.element(page.getByText('This link no longer works.')).toBeVisible()
})

test('a failed attempt says so and can be repeated', async () => {
  reply(getUnsubscribeLink, { subscription: 'daily', email, is_subscribed: true })
  refuse(unsubscribe, { code: 'unavailable', message: 'Maintenance is in progress.' })
  renderPage(paths.unsubscribe(token), { session })
  await submit.click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/You weren't unsubscribed/)
  await expect.element(submit).toBeEnabled()
})

test('a link that no longer works says why', async () => {
  refuse(getUnsubscribeLink, { code: 'not_found', message: 'Its account was deleted.' })
  renderPage(paths.unsubscribe(token), { session })
  await expect.element(heading).toHaveTextContent('This link no longer works')
  await expect.element(page.getByText('Its account was deleted.')).toBeVisible()
})
