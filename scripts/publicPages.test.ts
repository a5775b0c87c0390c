import { expect, test } from 'vitest'
import type { PageName } from '@trestle/domain/routes.ts'
import { publicPages } from '../server/src/lookUpPage.ts'
import { readSettings } from '../server/src/settings.ts'
import { en } from '../web/src/texts/en.ts'

/** Returns every text of the web app, at any depth. */
const listTexts = (texts: object): string[] =>
  Object.values(texts).flatMap((value: unknown) => {
    if (typeof value === 'string') return [value]
    return typeof value === 'object' && value !== null ? listTexts(value) : []
  })

test('the server titles public pages with the words of the web app', () => {
  const texts = new Set(listTexts(en))
  const parts = Object.values(publicPages).flatMap(({ title }) => title?.split(' · ') ?? [])
  expect(parts.length).toBeGreaterThan(5)
  expect(parts.filter((part) => !texts.has(part))).toEqual([])
})

// The other descriptions are read by search engines only.
test.each<[page: PageName, isGovernmentCloud: boolean, text: string]>([
  ['home', false, en.shell.home.lead],
  ['home', true, en.shell.home.leadGovCloud],
  ['signUp', false, en.accounts.signUp.lead],
  ['reference', false, en.reference.lead],
  ['changelog', false, en.reference.changelog.lead],
])(
  'the server describes %s (government cloud: %s) as the page itself does',
  (page, isGovernmentCloud, text) => {
    const settings = readSettings({ GOV_CLOUD: String(isGovernmentCloud), PLATFORM_NAME: '{{platform}}' })
    expect(publicPages[page]?.description(settings)).toBe(text)
  },
)
