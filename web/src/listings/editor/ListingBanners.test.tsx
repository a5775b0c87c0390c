import type { Submission } from '@trestle/domain/listings/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildSession, buildSubmission, now } from '../../../testing/build.ts'
import { renderListing } from '../../../testing/listing.tsx'
import { removeRendered } from '../../../testing/render.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const intro = button('Manage your listing yourself')
const news = button('New in listings')

test(
  'the intro expands to four points and can be dismissed permanently',
  { tags: ['APP-27', 'LIST-11', 'LIST-12', 'LIST-13', 'LIST-14'] },
  async () => {
    renderListing()
    await expect.element(news).toBeVisible()
    const points = page.getByRole('listitem').filter({ hasText: /^(Edit|Save|Submit|Your)/ })
    await intro.click()
    await expect.element(page.getByText(/Save drafts as often as you like/)).toBeVisible()
    expect(points.elements()).toHaveLength(4)
    await button('Close "Manage your listing yourself"').click()
    await expect.element(intro).not.toBeInTheDocument()
    const dismissed = localStorage.getItem('self-service-intro-dismissed')
    expect(dismissed).toBe('true')
    removeRendered()
    localStorage.setItem('self-service-intro-dismissed', 'true')
    renderListing()
    await expect.element(news).toBeVisible()
    await expect.element(intro).not.toBeInTheDocument()
  },
)

test('on a wide screen two banners share a line', async () => {
  try {
    await page.viewport(1440, 900)
    renderListing()
    await expect.element(news).toBeVisible()
    const top = (part: typeof news) => part.element().getBoundingClientRect().top
    expect(top(intro)).toBe(top(news))
  } finally {
    await page.viewport(1280, 900)
  }
})

test('staff see neither banner', { tags: ['LIST-13'] }, async () => {
  renderListing({ audience: 'staff' })
  await expect.element(page.getByRole('tab').first()).toBeVisible()
  await expect.element(intro).not.toBeInTheDocument()
  await expect.element(news).not.toBeInTheDocument()
})

test.each([
  [
    'a partner to the application',
    true,
    'Request activation',
    /^Complete your application/,
    'https://partners.example.test/apply?app_id=7',
  ],
  [
    'others to the vetting',
    false,
    'Become a partner',
    /^Start vetting/,
    'https://partners.example.test/vetting?app_id=7',
  ],
] as const)(
  'an app without activation leads %s',
  { tags: ['LIST-19', 'LIST-20', 'LIST-21', 'LIST-22', 'LIST-23'] },
  async (_, isPartner, title, link, address) => {
    const session = buildSession({ developer: { is_partner: isPartner } })
    renderListing({ needsActivation: true, session })
    await expect.element(page.getByText(title)).toBeVisible()
    await expect.element(page.getByRole('link', { name: link })).toHaveAttribute('href', address)
    await expect
      .element(button('Submit for approval'))
      .toHaveAccessibleDescription('You can submit the listing once the app is activated on the marketplace.')
  },
)

const decided: [audience: 'developer' | 'staff', decision: Partial<Submission>, title: string][] = [
  ['developer', { approval_state: 'rejected' }, 'The listing was rejected'],
  ['developer', { approval_state: 'approved', state: 'published' }, 'The listing was approved'],
  ['staff', { approval_state: 'rejected' }, 'The listing was rejected'],
]

test.each(decided)(
  'shows a %s the message of a decision without unsafe HTML, and expands a rejection for people who can respond to it (%j)',
  { tags: ['LSTATE-31', 'LSTATE-32', 'LSTATE-35', 'LADM-18'] },
  async (audience, decision, title) => {
    const admin_message =
      '<p onclick="hacked()">Well <script>hacked()</script><b>done</b>. <a href="javascript:hacked()">Next</a> <a href="https://northgate.test">here</a></p>'
    renderListing({ audience, unpublished: buildSubmission({ ...decision, admin_message }) })
    const shown = page.getByRole('group', { name: title, includeHidden: true })
    await expect.element(button(title)).toBeVisible()
    const opensItself = audience === 'developer' && decision.approval_state === 'rejected'
    if (!opensItself) {
      await expect.element(shown).not.toBeVisible()
      await button(title).click()
    }
    await expect.element(shown).toBeVisible()
    await expect.element(shown).toHaveTextContent('Well done. Next here')
    expect(shown.element().innerHTML).not.toMatch(/script|onclick|javascript/)
    await expect
      .element(shown.getByRole('link', { name: 'here' }))
      .toHaveAttribute('href', 'https://northgate.test')
  },
)

test('a resubmitted listing shows that it is in review, not its last decision', async () => {
  const resubmitted = { state: 'in_review', in_review_at: now, approval_state: 'rejected' } as const
  renderListing({ unpublished: buildSubmission(resubmitted) })
  await expect.element(button('This listing is in review')).toBeVisible()
  await expect.element(button('The listing was rejected')).not.toBeInTheDocument()
})

test('an activated app leads neither to an application nor to vetting', async () => {
  renderListing()
  await expect.element(button('Submit for approval')).toBeVisible()
  expect(
    page
      .getByText('Become a partner')
      .or(page.getByRole('link', { name: /^Start vetting/ }))
      .elements(),
  ).toEqual([])
})

test.each([
  [true, /^You can keep editing the draft/],
  [false, /^The app's owner and admins can keep editing the draft/],
])(
  'an app without activation says who can edit the draft (%s)',
  { tags: ['LIST-23'] },
  async (canEdit, text) => {
    renderListing({ needsActivation: true, canEdit, mayTransition: canEdit })
    await button('Become a partner').click()
    await expect.element(page.getByText(text)).toBeVisible()
  },
)

test('the news leave out what the server has switched off', { tags: ['LIST-13'] }, async () => {
  renderListing({
    session: buildSession({ flags: { gov_cloud: true, security_and_compliance_enabled: false } }),
  })
  await news.click()
  await expect.element(page.getByText('A preview of the actual page')).toBeVisible()
  expect(page.getByText(/^(Videos|A security questionnaire)$/).elements()).toEqual([])
  await page.getByRole('tab', { name: /^Media/ }).click()
  await expect.element(page.getByText(/^The pictures of the page/)).toBeVisible()
})

test(
  'staff see no note that an unreviewed listing is invisible to them, but that it waits to be submitted',
  { tags: ['LSTATE-33'] },
  async () => {
    renderListing({ audience: 'staff' })
    await expect.element(page.getByRole('group', { name: 'Listing state' })).toHaveTextContent('Not reviewed')
    expect(page.getByText(/^Platform staff see this listing/).elements()).toEqual([])
    await button('Not reviewed yet').click()
    await expect
      .element(
        page.getByText("There's nothing to review until the app's owner or an admin submits the listing."),
      )
      .toBeVisible()
    await expect.element(page.getByText('You can edit the draft until then.')).toBeVisible()
  },
)
