import type { PagePattern } from '@trestle/domain/routes.ts'
import { expect, expectAccessible, test, type DemoPerson, type Page } from './fixtures.ts'
import { production } from './credentials.ts'
import { expectPreloadsUsed, recordFetches } from './preloads.ts'
import { chooseWidth, expectReadableInOtherScheme, expectSoundWhenNarrow, heading, laptop } from './screen.ts'
import { expectNoShift, recordShifts } from './shifts.ts'
import { onSlowLine } from './slowLine.ts'

// The screens are independent, so every worker can take the next one.
test.describe.configure({ mode: 'parallel' })

/** A state of a screen that follows the previous one, and how to reach it. */
type State = readonly [name: string, reach: (page: Page) => Promise<unknown>]

interface Screen {
  as?: DemoPerson
  /** The address, if the pattern has parameters or the screen depends on the query. */
  at?: string
  title: string | RegExp
  /** A text of the screen, if its title doesn't prove that it shows what it is for. */
  text?: string
  /** Whether its states close when the window shrinks. */
  isWideOnly?: boolean
  states?: readonly State[]
}

const press =
  (name: string | RegExp, within: 'main' | 'banner' | 'dialog' = 'main') =>
  (page: Page) =>
    page.getByRole(within).getByRole('button', { name }).first().click()

const follow = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('link', { name }).first().click()

const choose = (role: 'tab' | 'switch', name: string | RegExp) => (page: Page) =>
  page.getByRole(role, { name }).click()

const fill = (name: string | RegExp, text: string) => (page: Page) =>
  page.getByRole('textbox', { name, exact: true }).or(page.getByRole('searchbox', { name })).fill(text)

const inOrder =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page)
  }

const escape = (page: Page) => page.keyboard.press('Escape')
const opens = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole('dialog', { name })).toBeVisible()
const shows = (text: string | RegExp) => (page: Page) =>
  expect(page.getByRole('main').getByText(text).first()).toBeVisible()
const alerts = (page: Page) => expect(page.getByRole('alert').first()).toBeVisible()

const listingTabs = [
  'Pricing & Availability',
  'Links',
  'Features',
  'Support',
  'Tools',
  'Requirements',
  'Contact',
  'Media',
  'Security & Compliance',
]

/** Addresses of demo data. The titles of their screens prove that each address is the right one. */
const siteSync = '/developer_apps/1'
const adminSiteSync = '/admin/developer_apps/1'

const appScreens: readonly Screen[] = [
  {
    as: 'owner',
    at: siteSync,
    title: 'Site Sync',
    states: [
      ['all cards open', inOrder(press('Data connector'), press('Instructions'))],
      [
        'the drawer of a component',
        inOrder(press('Edit side panel'), opens('Edit the side panel component')),
      ],
      ['discarding its changes', inOrder(fill(/^Source URL/, 'https://a.test'), escape, opens(/^Discard/))],
    ],
  },
  {
    as: 'owner',
    at: '/developer_apps/6',
    title: 'Daily Photo Digest',
    states: [
      ['the JSON editor', inOrder(press('Edit as JSON'), opens(/^Create New Version/))],
      ['the permission builder', inOrder(press('Permission builder', 'dialog'), opens('Permission builder'))],
    ],
  },
  {
    as: 'owner',
    at: '/developer_apps/8',
    title: 'Toolbox Talks',
    text: 'Something went wrong building your sandbox.',
  },
  {
    as: 'owner',
    at: '/developer_apps/9',
    title: 'Permit Pilot',
    text: 'This app has no sandbox',
  },
  { as: 'dev-collab', at: siteSync, title: 'Site Sync' },
]

const tabScreens: readonly Screen[] = [
  {
    as: 'owner',
    at: `${siteSync}/versions`,
    title: 'Site Sync',
    states: [
      ['a manifest', inOrder(press(/^View the manifest of version 1\.1\.0/), opens(/1\.1\.0/))],
      ['production versions', inOrder(escape, choose('tab', 'Production'))],
      ['release notes', inOrder(press(/^View the release notes/), opens(/^Release notes/))],
    ],
  },
  { as: 'owner', at: '/developer_apps/2/versions?environment=production', title: 'Crane Watch' },
  { as: 'owner', at: '/developer_apps/5/versions?environment=production', title: 'Submittal Scout' },
  { as: 'owner', at: '/developer_apps/6/versions', title: 'Daily Photo Digest' },
  { as: 'dev-collab', at: `${siteSync}/versions`, title: 'Site Sync' },
  {
    as: 'owner',
    at: `${siteSync}/settings`,
    title: 'Site Sync',
    states: [
      [
        'invalid values',
        inOrder(
          fill('Public name', ''),
          fill('Redirect URIs', 'http://a.test'),
          press('Save changes'),
          alerts,
        ),
      ],
      ['deleting the app', inOrder(press('Delete app'), opens(/^Delete/))],
    ],
  },
  { as: 'dev-collab', at: `${siteSync}/settings`, title: 'Site Sync' },
  {
    as: 'owner',
    at: `${siteSync}/oauth_credentials`,
    title: 'Site Sync',
    states: [
      [
        'invalid values',
        inOrder(
          (page) => production(page).getByRole('textbox', { name: 'Redirect URIs' }).fill('nowhere'),
          press(/^Save production/i),
          alerts,
        ),
      ],
      ['resetting the secret', inOrder(press('Reset secret'), opens(/^Reset the/))],
      ['adding a secret', inOrder(escape, press('Add a client secret'), opens(/^Add a production/))],
    ],
  },
  {
    as: 'owner',
    at: `${siteSync}/oauth_credentials?section=all`,
    title: 'Site Sync',
    states: [
      [
        'credentials that fail the test',
        inOrder(
          fill('Client ID', 'unknown'),
          fill('Client secret', 'unknown'),
          press('Test credentials'),
          alerts,
        ),
      ],
    ],
  },
  { as: 'dev-collab', at: `${siteSync}/oauth_credentials`, title: 'Site Sync' },
  {
    as: 'owner',
    at: `${siteSync}/collaborators`,
    title: 'Site Sync',
    states: [
      ['the menu of a row', press(/^Actions for Devi/)],
      ['an invitation', inOrder(escape, press('Add Another User'), opens('Add Another User'))],
      ['a refused invitation', inOrder(press('Send invitation', 'dialog'), alerts)],
    ],
  },
  { as: 'dev-collab', at: `${siteSync}/collaborators`, title: 'Site Sync' },
  {
    as: 'owner',
    at: '/developer_apps/6/marketplace_listing',
    title: 'Daily Photo Digest',
    states: [
      ...listingTabs.map((name) => [`the tab ${name}`, choose('tab', new RegExp(`^${name}`))] as const),
      ['the questionnaire', choose('switch', /^Answer the questionnaire/)],
      ['the form check', inOrder(press('Check listing'), alerts)],
      ['the preview', inOrder(press('Preview'), opens('Preview'))],
    ],
  },
  { as: 'owner', at: `${siteSync}/marketplace_listing`, title: 'Site Sync' },
  { as: 'owner', at: `${siteSync}/metrics`, title: 'Site Sync' },
  { as: 'owner', at: '/developer_apps/6/metrics', title: 'Daily Photo Digest' },
  { as: 'owner', at: `${siteSync}/nowhere`, title: 'Site Sync' },
]

/** Every page of the web app. A new page needs a row here. */
const pages: Readonly<Record<PagePattern, readonly Screen[]>> = {
  '/': [{ title: 'Build on Trestle', states: [['the Reference menu', press('Reference', 'banner')]] }],
  '/signup': [
    {
      title: 'Sign Up',
      states: [
        ['a rated password', fill('Password', 'nadia brandt 1')],
        ['a refused form', inOrder(press('Create account'), alerts)],
      ],
    },
  ],
  '/signin': [{ title: 'Sign In', states: [['a refused form', inOrder(press('Sign In'), alerts)]] }],
  '/forgot_password': [
    {
      title: 'Forgot your password?',
      states: [
        [
          'a sent form',
          inOrder(fill('Email address', 'sent@example.test'), press('Send link'), (page) =>
            expect(heading(page)).toHaveText('Check your email'),
          ),
        ],
      ],
    },
  ],
  '/reset_password/$token': [{ at: '/reset_password/unknown', title: 'This link no longer works' }],
  '/confirm_email/$token': [{ at: '/confirm_email/unknown', title: 'This link no longer works' }],
  '/account/tokens': [
    {
      as: 'owner',
      title: 'Personal access tokens',
      states: [['the form', inOrder(press('Create token'), opens('Create a personal access token'))]],
    },
  ],
  '/cancel_factor_reset/$token': [{ at: '/cancel_factor_reset/unknown', title: 'This link no longer works' }],
  '/account/authorized_apps': [{ as: 'owner', title: 'Authorized apps' }],
  '/consent/$request': [{ as: 'owner', at: '/consent/unknown', title: /./ }],
  '/change_email/$token': [{ at: '/change_email/unknown', title: 'This link no longer works' }],
  '/undo_email_change/$token': [{ at: '/undo_email_change/unknown', title: 'This link no longer works' }],
  '/unsubscribe/$token': [{ at: '/unsubscribe/unknown', title: 'This link no longer works' }],
  '/account/security_events': [{ as: 'staff', title: 'Security Log' }],
  '/account': [
    {
      as: 'staff',
      title: 'Account',
      // Below this width, the menus are combined into one, which has a test below.
      isWideOnly: true,
      states: [
        ['the Admin menu', press('Admin', 'banner')],
        [
          'the newest notifications',
          inOrder(escape, press(/^Notifications/, 'banner'), opens('Notifications')),
        ],
        ['the account menu', inOrder(escape, press(/^Account menu/, 'banner'))],
      ],
    },
    {
      as: 'owner',
      title: 'Account',
      states: [
        [
          'the command palette',
          inOrder(
            (page) => page.keyboard.press('Control+K'),
            (page) => expect(page.getByRole('option', { name: 'Site Sync' })).toBeVisible(),
          ),
        ],
        [
          'leaving with unsaved changes',
          inOrder(
            escape,
            fill('Company', 'Elsewhere'),
            (page) => page.getByRole('banner').getByRole('link', { name: 'Trestle' }).click(),
            opens('Discard your changes?'),
          ),
        ],
      ],
    },
    {
      as: 'stranger',
      title: 'Account',
      states: [
        [
          'a new authenticator app',
          inOrder(press('Set up an app'), opens('Set up an authenticator app'), (page) =>
            expect(page.getByRole('textbox', { name: 'Code' })).toBeVisible(),
          ),
        ],
        ['a new passkey', inOrder(escape, press('Add a passkey'), opens('Add a passkey'))],
        ['deleting the account', inOrder(escape, press('Delete account'), opens('Delete your account?'))],
      ],
    },
  ],
  '/invitations/$token': [{ at: '/invitations/unknown', title: 'This link no longer works' }],
  '/notifications': [{ as: 'owner', title: 'Notifications' }],
  '/notifications/$id': [{ as: 'owner', at: '/notifications/2', title: /./ }],
  '/admin/notifications': [{ as: 'staff', title: 'Notifications' }],
  '/admin/notifications/new': [
    { as: 'staff', title: /./, states: [['a refused form', inOrder(press('Save'), alerts)]] },
  ],
  '/admin/notifications/$id/edit': [
    {
      as: 'staff',
      at: '/admin/notifications/2/edit',
      title: /./,
      states: [['deleting it', inOrder(press('Delete'), opens(/^Delete ".+"\?$/))]],
    },
  ],
  '/admin': [{ as: 'staff', title: 'Developer Apps' }],
  '/admin/developer_apps': [
    {
      as: 'staff',
      title: 'Developer Apps',
      states: [['nothing found', inOrder(fill(/^Search/, 'no such app'), shows('No matches'))]],
    },
  ],
  '/admin/developer_apps/review_queue': [{ as: 'staff', title: 'Review Queue' }],
  '/admin/developer_apps/$id/{-$tab}': [
    {
      as: 'staff',
      at: adminSiteSync,
      title: 'Edit - Site Sync',
      states: [
        ['a refused form', inOrder(fill('External owner ID', 'twelve'), press('Save'), alerts)],
        [
          'suspending credentials',
          inOrder(press('Suspend production credentials'), opens(/^Suspend the production/)),
        ],
        [
          'changing the owner',
          inOrder(escape, press(/^Change Owner/), (page) => expect(page.getByRole('dialog')).toBeVisible()),
        ],
      ],
    },
    { as: 'staff', at: `${adminSiteSync}/sandbox`, title: 'Edit - Site Sync' },
    { as: 'staff', at: '/admin/developer_apps/8/sandbox', title: 'Edit - Toolbox Talks' },
    { as: 'staff', at: `${adminSiteSync}/marketplace_listing`, title: 'Edit - Site Sync' },
    { as: 'staff', at: `${adminSiteSync}/performance_metrics`, title: 'Edit - Site Sync' },
  ],
  '/admin/developer_apps/$id/contacts/new': [
    {
      as: 'staff',
      at: `${adminSiteSync}/contacts/new`,
      title: /./,
      states: [['a refused form', inOrder(press('Add contact'), alerts)]],
    },
  ],
  '/admin/developer_apps/$id/contacts/$contactId/edit': [
    { as: 'staff', at: `${adminSiteSync}/contacts/1/edit`, title: /^Edit - / },
  ],
  '/admin/developer_apps/$id/engagement_report': [
    { as: 'staff', at: `${adminSiteSync}/engagement_report`, title: 'App Engagement Report' },
  ],
  '/admin/developers': [
    { as: 'staff', title: 'Developers' },
    { as: 'staff', at: '/admin/developers?filters[search]=no-such-person', title: 'Developers' },
  ],
  '/admin/developers/$id/edit': [
    {
      as: 'staff',
      at: '/admin/developers/1/edit',
      title: 'Edit - Olivia Okafor',
      states: [
        ['a refused form', inOrder(fill('Trestle ID', '12a'), press('Save changes'), alerts)],
        ['suspending the developer', inOrder(press('Suspend'), opens(/^Suspend/))],
      ],
    },
  ],
  '/admin/oauth_applications': [
    { as: 'staff', title: 'OAuth Applications' },
    {
      as: 'staff',
      at: '/admin/oauth_applications?filters[environment]=monthly_sandbox',
      title: 'OAuth Applications',
    },
  ],
  '/admin/quota_minder': [
    {
      as: 'staff',
      title: 'QuotaMinder',
      states: [
        ['the history', inOrder(press('History'), (page) => expect(page.getByRole('dialog')).toBeVisible())],
        ['a new bucket', inOrder(escape, press('Add bucket'))],
        ['a refused bucket', inOrder(press('Review and add'), alerts)],
      ],
    },
    { as: 'staff', at: '/admin/quota_minder?server=Production_US02', title: 'QuotaMinder' },
  ],
  '/admin/jobs': [
    { as: 'staff', title: 'Background Jobs' },
    { as: 'staff', at: '/admin/jobs?filters[state]=failed', title: 'Background Jobs' },
  ],
  '/admin/security_events': [{ as: 'staff', title: 'Security Log' }],
  '/admin/audit': [
    { as: 'staff', title: 'Audit Log', states: [['changes', press(/fields? of/)]] },
    { as: 'staff', at: '/admin/audit?from=2026-02-02&to=2026-01-01', title: 'Audit Log' },
  ],
  '/developer_apps': [
    {
      as: 'owner',
      title: 'My Apps',
      states: [
        ['a new app', inOrder(press('Create App'), opens('Create an app'))],
        ['a refused app', inOrder(press('Create App', 'dialog'), alerts)],
        ['nothing found', inOrder(escape, fill('Search apps', 'zeppelin'), shows('No matches'))],
      ],
    },
    { as: 'stranger', title: 'My Apps' },
  ],
  '/developer_apps/$id/engagement_report': [
    { as: 'owner', at: `${siteSync}/engagement_report`, title: 'App Engagement Report' },
  ],
  '/developer_apps/$id/{-$tab}': [...appScreens, ...tabScreens],
  '/reference': [
    { title: 'REST API reference' },
    { at: '/reference?search=project', title: 'REST API reference' },
    { as: 'employee', title: 'REST API reference' },
  ],
  '/reference/rest/docs/$page': [{ at: '/reference/rest/docs/rest-api-overview', title: /./ }],
  '/reference/rest/changelog': [
    { title: 'Changelog' },
    { at: '/reference/rest/changelog?filters[search]=elevator', title: 'Changelog' },
  ],
  '/reference/rest/$group': [
    { at: '/reference/rest/projects', title: /./ },
    {
      as: 'owner',
      at: '/reference/rest/companies',
      title: /./,
      states: [
        ['a call to try', press(/^Try it: /)],
        ['its reply', inOrder(press('Send request'), shows(/^Status \d/))],
      ],
    },
  ],
  '/documentation': [{ title: 'Introduction' }],
  '/documentation/$page': [
    ...[
      'manifests',
      'developer-managed-service-accounts',
      'partner-content-requirements',
      'troubleshooting',
    ].map((page) => ({ at: `/documentation/${page}`, title: /./ })),
    { at: '/documentation/introduction?search=refresh%20token', title: /^Results for/ },
    { at: '/documentation/introduction?search=zzzzzzzz', title: /^Results for/ },
    { at: '/no/such/page', title: 'Page not found' },
  ],
  '/terms_and_conditions': [{ title: 'Terms and conditions' }],
  '/marketplace': [
    { title: 'Marketplace' },
    { at: '/marketplace?filters[search]=no%20such%20app', title: 'Marketplace' },
  ],
  '/marketplace/$slug': [
    {
      at: '/marketplace/site-sync',
      title: 'Site Sync',
      states: [['an enlarged screenshot', inOrder(follow(/^Enlarge/), opens('Site Sync'))]],
    },
    { at: '/marketplace/punch-pilot', title: 'Punch Pilot' },
    { at: '/marketplace/no-such-app', title: 'Page not found' },
  ],
}

async function open(page: Page, at: string, title: string | RegExp, text = ''): Promise<void> {
  await page.goto(at)
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(heading(page)).toHaveText(title)
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0)
  await expect(page.getByRole('main').getByText('Loading', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText(text)
}

for (const [pattern, screens] of Object.entries(pages)) {
  for (const { as, at = pattern, title, text, isWideOnly = false, states = [] } of screens) {
    test(`${at} of ${as ?? 'a visitor'}`, async ({ page, signIn }) => {
      if (as) await signIn(as)
      await recordShifts(page)
      await recordFetches(page)
      await onSlowLine(page, () => open(page, at, title, text))
      await expectAccessible(page)
      await expectNoShift(page)
      await expectPreloadsUsed(page)
      const expectSoundElsewhere = isWideOnly ? expectReadableInOtherScheme : expectSoundWhenNarrow
      await expectSoundElsewhere(page)
      for (const [name, reach] of states) {
        await test.step(name, async () => {
          if (!isWideOnly) await chooseWidth(page, laptop)
          await reach(page)
          await expectAccessible(page)
          await expectSoundElsewhere(page)
        })
      }
    })
  }
}

test('the narrow menu', async ({ page, signIn }) => {
  await signIn('staff')
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/account', 'Account')
  await press('Menu', 'banner')(page)
  await opens('Menu')(page)
  await expectAccessible(page)
  await expectReadableInOtherScheme(page)
})
