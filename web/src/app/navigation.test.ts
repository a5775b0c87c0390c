import { describe, expect, test } from 'vitest'
import { adminLinks, currentLink, referenceLinks, topNavigation } from './navigation.ts'

const site = 'https://developers.example.com'
const developer = { email_confirmed: true } as never
const flags = { gov_cloud: false, developer_site_url: site } as never

describe('the Reference menu', () => {
  test('links the REST API entry to the overview', { tags: ['SHELL-04'] }, () => {
    expect(referenceLinks({ gov_cloud: false, developer_site_url: null })[0]).toEqual({
      title: 'shell.restApi',
      href: '/reference/rest/docs/rest-api-overview',
      area: '/reference',
    })
  })

  test('the REST API link opens in a new tab only in government cloud', { tags: ['SHELL-05'] }, () => {
    const newTab = (isGovernmentCloud: boolean) =>
      referenceLinks({ gov_cloud: isGovernmentCloud, developer_site_url: null })[0]?.newTab
    expect([newTab(true), newTab(false)]).toEqual([true, undefined])
  })

  test.each([
    [false, site, true],
    [false, null, false],
    [true, site, false],
    [true, null, false],
  ])(
    'government cloud %s with the site %s: shows the Developer Site link: %s',
    { tags: ['SHELL-06', 'SHELL-07'] },
    (gov, url, shown) => {
      const links = referenceLinks({ gov_cloud: gov, developer_site_url: url })
      expect(links.some(({ href }) => href === site)).toBe(shown)
    },
  )
})

describe('the top navigation', { tags: ['SHELL-09'] }, () => {
  test('shows the admin screens to staff and none to developers or signed-out users', () => {
    expect(topNavigation({ developer, is_admin: true, flags }).admin.map(({ href }) => href)).toEqual([
      '/admin/developer_apps',
      '/admin/developer_apps/review_queue',
      '/admin/developers',
      '/admin/oauth_applications',
      '/admin/notifications',
      '/admin/quota_minder',
      '/admin/jobs',
      '/admin/audit',
      '/admin/security_events',
    ])
    expect(topNavigation({ developer, is_admin: false, flags }).admin).toEqual([])
    expect(topNavigation({ developer: null, is_admin: false, flags }).admin).toEqual([])
  })

  test('shows My Apps to signed-in users only', () => {
    expect(topNavigation({ developer, is_admin: false, flags }).main).toEqual([
      { title: 'shell.myApps', href: '/developer_apps' },
    ])
    expect(topNavigation({ developer: null, is_admin: false, flags }).main).toEqual([])
  })

  test('does not highlight the app list on the review queue below its address', () => {
    expect(currentLink('/admin/developer_apps/review_queue', adminLinks)?.title).toBe('shell.reviewQueue')
    expect(currentLink('/admin/developer_apps/7/sandbox', adminLinks)?.title).toBe('shell.developerApps')
    expect(currentLink('/admin/developers_of_old', adminLinks)).toBeUndefined()
  })

  test('every reference and documentation page highlights its link', () => {
    const { reference, rest } = topNavigation({ developer, is_admin: false, flags })
    expect(currentLink('/reference', reference)?.title).toBe('shell.restApi')
    expect(currentLink('/reference/rest/rfis', reference)?.title).toBe('shell.restApi')
    expect(currentLink('/reference/rest/changelog', reference)?.title).toBe('shell.changelog')
    expect(currentLink('/documentation/oauth', rest)?.title).toBe('shell.documentation')
    expect(currentLink('/marketplace/site-sync', rest)?.title).toBe('shell.marketplace')
  })
})
