import { expect, test } from 'vitest'
import { appTabs } from '@trestle/domain/routes.ts'
import { paths } from '../paths.ts'
import { textsFor } from '../../testing/i18next.ts'
import { findAppTab, isListedTab, needsSandbox, visibleAppTabs } from './appTabList.ts'

const { t } = textsFor('Trestle')

test(
  'the side navigation lists the seven entries of the specification in order',
  { tags: ['APP-16'] },
  () => {
    const shown = visibleAppTabs({ has_metrics: true }, { api_usage_visible: true })
    expect(shown.map((tab) => t(`shell.app.${tab}`))).toEqual([
      'Configurations',
      'Versions',
      'Settings',
      'OAuth Credentials',
      'Collaborators',
      'Marketplace Listing',
      'Metrics',
    ])
    expect(t('shell.app.section')).toBe('App Information')
  },
)

test.each([
  [true, true, true],
  [true, false, true],
  [false, true, true],
  [false, false, false],
])(
  'usage visible %s, metrics data %s: shows the Metrics entry: %s',
  { tags: ['APP-17'] },
  (visible, data, shown) => {
    const tabs = visibleAppTabs({ has_metrics: data }, { api_usage_visible: visible })
    expect(tabs.includes('metrics')).toBe(shown)
    expect(tabs).toHaveLength(shown ? 7 : 6)
    expect(findAppTab('metrics', tabs)).toBe(shown ? 'metrics' : null)
  },
)

test.each([
  ['owner', true],
  ['admin', true],
  ['developer', true],
  ['user', false],
] as const)('role %s: shows the Collaborators entry: %s', { tags: ['COLL-05'] }, (role, shown) => {
  const listed = appTabs.filter((tab) => isListedTab(tab, role))
  expect(listed).toEqual(shown ? appTabs : appTabs.filter((tab) => tab !== 'collaborators'))
})

test(
  'the tab is a path segment; Configurations has none and is the default',
  { tags: ['APP-18', 'APP-34'] },
  () => {
    expect(findAppTab('', appTabs)).toBe('configurations')
    expect(paths.app(4)).toBe('/developer_apps/4')
    expect(paths.app(4, 'oauth_credentials')).toBe('/developer_apps/4/oauth_credentials')
    expect(findAppTab('oauth_credentials', appTabs)).toBe('oauth_credentials')
  },
)

test.each(['nothing', 'configurations', 'Versions'])(
  'the segment "%s" matches no tab',
  { tags: ['APP-21'] },
  (segment) => {
    expect(findAppTab(segment, appTabs)).toBeNull()
  },
)

test("Settings and Collaborators don't need a sandbox", { tags: ['APP-22'] }, () => {
  expect(appTabs.filter((tab) => !needsSandbox(tab))).toEqual(['settings', 'collaborators'])
})
