import axe from 'axe-core'
import { expect } from 'vitest'
import {
  accessibilityTags,
  colorRules,
  countAnimations,
  findViolations,
} from '../../scripts/testing/accessibility.ts'

Object.assign(window, { axe })

/** These concern a whole page. A component alone has neither landmarks nor headings around it. */
const ofPages = ['document-title', 'landmark-one-main', 'page-has-heading-one', 'region']

/** Waits for animations to end. */
export async function expectStill(): Promise<void> {
  await expect.poll(countAnimations).toBe(0)
}

/** Expects no axe violation (WCAG 2.2 AA) in what a test rendered, in light and dark, once its animations have ended. */
export async function expectAccessible(): Promise<void> {
  await expectStill()
  const rules = { type: 'tag', values: accessibilityTags } as const
  expect(await findViolations({ rules, except: ofPages })).toEqual([])
  const { dataset } = document.documentElement
  const before = dataset['mantineColorScheme']
  dataset['mantineColorScheme'] = 'dark'
  const colors = { type: 'rule', values: colorRules } as const
  expect(await findViolations({ rules: colors, except: [] }), 'in dark').toEqual([])
  if (before === undefined) delete dataset['mantineColorScheme']
  else dataset['mantineColorScheme'] = before
}
