import { getSession, signOut } from '@trestle/domain/accounts/contract.ts'
import { getAppPermissions, getDeveloperApp, listDeveloperApps } from '@trestle/domain/apps/contract.ts'
import {
  acceptInvitation,
  getInvitationOffer,
  type InvitationOffer,
} from '@trestle/domain/collaborators/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  buildApp,
  buildAppRow,
  buildPermissions,
  buildSession,
  buildSignedOutSession,
} from '../../testing/build.ts'
import { replyVersions } from '../../testing/manifests.tsx'
import { refuse, refuseInBackground, reply, sent } from '../../testing/network.ts'
import { currentAddress, renderPage } from '../../testing/render.tsx'
import { paths } from '../paths.ts'

const offer: InvitationOffer = {
  email: 'dana@example.test',
  role: 'developer',
  status: 'pending',
  app_name: 'Crane Planner',
  invited_by: 'Kim Vance',
  expires_at: '2026-12-04T09:00:00.000Z',
  developer_app_id: null,
}
const accept = page.getByRole('button', { name: 'Accept invitation' })
const switchAccount = page.getByRole('button', { name: 'Switch account' })

const lee = buildSession({ developer: { email: 'lee@example.test' } })

test('opening the link accepts nothing', async () => {
  reply(getInvitationOffer, offer)
  reply(acceptInvitation, { developer_app_id: 7, role: 'developer' })
  renderPage(paths.invitation('abc'))
  await expect.element(accept).toBeVisible()
  expect(switchAccount.elements()).toEqual([])
  expect(sent(acceptInvitation)).toEqual([])
})

test('replaces the accepted invitation in the history, so that Back does not offer it again', async () => {
  reply(getInvitationOffer, offer)
  reply(acceptInvitation, { developer_app_id: 7, role: 'developer' })
  reply(getDeveloperApp, buildApp())
  reply(getAppPermissions, buildPermissions())
  replyVersions([])
  // Someone who signed in or up first has opened it twice.
  window.history.replaceState(null, '', paths.invitation('abc'))
  window.history.pushState(null, '', paths.invitation('abc'))
  renderPage(paths.invitation('abc'))
  await expect.element(accept).toBeVisible()
  const entries = window.history.length
  await accept.click()
  await expect.poll(currentAddress).toBe('/developer_apps/7')
  await expect.element(page.getByText('Installation keys')).toBeVisible()
  expect(window.history.length).toBe(entries)
  reply(getInvitationOffer, { ...offer, status: 'accepted', developer_app_id: 7 })
  window.history.back()
  await expect.element(page.getByText('You already work on Crane Planner.')).toBeVisible()
  expect(accept.elements()).toEqual([])
})

test('an accepted invitation confirms the address that received it', async () => {
  const notice = page.getByRole('complementary', { name: 'Email confirmation' })
  reply(getInvitationOffer, offer)
  reply(acceptInvitation, { developer_app_id: 7, role: 'developer' })
  reply(getDeveloperApp, buildApp())
  reply(getAppPermissions, buildPermissions())
  replyVersions([])
  renderPage(paths.invitation('abc'), { session: buildSession({ developer: { email_confirmed: false } }) })
  await expect.element(notice).toBeVisible()
  reply(getSession, buildSession())
  await accept.click()
  await expect.poll(currentAddress).toBe('/developer_apps/7')
  await expect.element(notice).not.toBeInTheDocument()
})

test('the list of apps has the app after its invitation was accepted', async () => {
  const app = page.getByRole('table').getByRole('link', { name: 'Crane Planner' })
  reply(listDeveloperApps, [])
  reply(getInvitationOffer, offer)
  reply(acceptInvitation, { developer_app_id: 7, role: 'developer' })
  reply(getDeveloperApp, buildApp())
  reply(getAppPermissions, buildPermissions())
  replyVersions([])
  renderPage(paths.apps())
  await expect.element(page.getByText('You have no apps yet')).toBeVisible()
  window.history.pushState(null, '', paths.invitation('abc'))
  await accept.click()
  await expect.poll(currentAddress).toBe('/developer_apps/7')
  reply(listDeveloperApps, [buildAppRow({ id: 7, internal_name: 'Crane Planner' })])
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Apps' }).click()
  await expect.element(app).toBeVisible()
})

test('shows why an acceptance was refused', async () => {
  reply(getInvitationOffer, offer)
  refuse(acceptInvitation, { code: 'conflict', message: 'This invitation was canceled.' })
  renderPage(paths.invitation('abc'))
  await accept.click()
  const refusal = page.getByRole('alert').filter({ hasText: "The invitation wasn't accepted" })
  await expect.element(refusal).toMatchTextContent('This invitation was canceled.')
})

test('after a refused acceptance, shows what the invitation is now', async () => {
  reply(getInvitationOffer, offer)
  refuseInBackground(acceptInvitation, { code: 'conflict', message: 'This invitation was canceled.' })
  renderPage(paths.invitation('abc'))
  await expect.element(accept).toBeVisible()
  reply(getInvitationOffer, { ...offer, status: 'canceled' })
  await accept.click()
  await expect.element(page.getByText(/^This invitation was canceled\. If you need access/)).toBeVisible()
  await expect.element(accept).not.toBeInTheDocument()
})

test('a signed-out user signs in or up with the invited address first', async () => {
  reply(getInvitationOffer, offer)
  renderPage(paths.invitation('abc'), { session: buildSignedOutSession() })
  const main = page.getByRole('main')
  await expect
    .element(main.getByRole('link', { name: 'Sign Up' }))
    .toHaveAttribute('href', '/signup?return_to=%2Finvitations%2Fabc#email=dana%40example.test')
  await expect.element(accept).not.toBeInTheDocument()
})

test('after an accepted invitation, a signed-out user signs in and comes back to it', async () => {
  reply(getInvitationOffer, { ...offer, status: 'accepted', developer_app_id: null })
  renderPage(paths.invitation('abc'), { session: buildSignedOutSession() })
  await expect
    .element(page.getByRole('main').getByRole('link', { name: 'Sign In' }))
    .toHaveAttribute('href', '/signin?return_to=%2Finvitations%2Fabc#email=dana%40example.test')
})

test('offers to switch accounts when another one is signed in, and says why it could not', async () => {
  reply(getInvitationOffer, offer)
  renderPage(paths.invitation('abc'), { session: lee })
  await expect.element(switchAccount).toBeVisible()
  await expect.element(accept).not.toBeInTheDocument()
  refuse(signOut, { code: 'unavailable', message: 'Try again in a minute.' })
  await switchAccount.click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('Try again in a minute.')
})

test.each([
  [
    'one who already works on the app',
    { developer_app_id: 7 },
    buildSession(),
    /^You already work on Crane Planner\./,
  ],
  ['another user', {}, lee, /^This invitation was accepted\. It belongs to dana@example\.test\./],
  [
    'a signed-out user',
    {},
    buildSignedOutSession(),
    /^This invitation was accepted\. Sign in with dana@example\.test to open the app\./,
  ],
  [
    'one who was removed',
    {},
    buildSession(),
    /^This invitation was accepted\. You're no longer on the app\./,
  ],
] as const)(
  'an accepted invitation tells %s what it is',
  { tags: ['COLL-15'] },
  async (_, more, session, text) => {
    reply(getInvitationOffer, { ...offer, status: 'accepted', ...more })
    renderPage(paths.invitation('abc'), { session })
    await expect.element(page.getByText(text)).toBeVisible()
    await expect.element(accept).not.toBeInTheDocument()
  },
)

test('a canceled invitation says whom to ask', { tags: ['COLL-12', 'COLL-15'] }, async () => {
  reply(getInvitationOffer, { ...offer, status: 'canceled' })
  renderPage(paths.invitation('abc'))
  await expect
    .element(
      page.getByText(
        'This invitation was canceled. If you need access to Crane Planner, ask Kim Vance for a new one.',
      ),
    )
    .toBeVisible()
})

test('an unknown link shows an error', async () => {
  refuse(getInvitationOffer, { code: 'not_found', message: 'There is no such invitation.' })
  renderPage(paths.invitation('abc'))
  await expect.element(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expect.element(page.getByText(/^Open the link in the most recent email/)).toBeVisible()
})

test(
  'an expired invitation says when it expired and cannot be accepted',
  { tags: ['COLL-06', 'COLL-15'] },
  async () => {
    reply(getInvitationOffer, { ...offer, status: 'expired' })
    renderPage(paths.invitation('abc'))
    const explanation = page.getByText(/^This invitation expired on /)
    await expect.element(explanation).toMatchTextContent('Ask Kim Vance to send it again.')
    await expect.element(accept).not.toBeInTheDocument()
  },
)

test('can retry a failed load', { tags: ['COLL-15'] }, async () => {
  refuse(getInvitationOffer, { code: 'internal', message: 'Something went wrong.' })
  renderPage(paths.invitation('abc'))
  await expect.element(page.getByText("The invitation couldn't be loaded")).toBeVisible()
  reply(getInvitationOffer, offer)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(accept).toBeVisible()
})
