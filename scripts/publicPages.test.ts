import { expect, test } from 'vitest'
import { publicPages } from '../server/src/lookUpPage.ts'
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
