import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider, Trans as OtherTrans } from 'react-i18next'
import { expect, test } from 'vitest'
import { textsFor } from '../../testing/i18next.ts'
import { en } from './en.ts'
import { startTexts, Trans, translate, useTranslation } from './translation.ts'

const i18next = textsFor('Girder')
startTexts('Girder')

const toKeys = (node: object, at = ''): string[] =>
  Object.entries(node).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${at}${key}`] : toKeys(value as object, `${at}${key}.`),
  )

const keys = toKeys(en)
const textAt = (key: string) =>
  key.split('.').reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], en) as string

const matchAll = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].flatMap(([, name]) => name ?? [])

/** Every variable of a string, with a value that would be a tag or a variable if it were read as text. */
const valuesFor = (key: string) =>
  Object.fromEntries(matchAll(textAt(key), /\{\{(\w+)\}\}/g).map((name) => [name, `A & B ${name}`]))

const translateAsOthers = i18next.t as unknown as (key: string, options: object) => unknown

test('every text is that of i18next, with variables and without', () => {
  expect(keys.length).toBeGreaterThan(1000)
  for (const key of keys) {
    for (const options of [{}, valuesFor(key)]) {
      expect(translate(key, options), key).toBe(translateAsOthers(key, options))
    }
  }
})

test.each([0, 1, 2, 11, 21])('every plural is that of i18next for %i', (count) => {
  const plurals = keys.flatMap((key) => /^(.*)_other$/.exec(key)?.[1] ?? [])
  expect(plurals.length).toBeGreaterThan(10)
  for (const key of plurals) {
    const options = { ...valuesFor(`${key}_other`), count }
    expect(translate(key, options), key).toBe(translateAsOthers(key, options))
  }
})

test('every text for a context is that of i18next, and others stay as they are', () => {
  const inContext = keys.flatMap((key) => /^(.*)_gov$/.exec(key)?.[1] ?? [])
  expect(inContext.length).toBeGreaterThan(2)
  for (const key of [...inContext, 'ui.close']) {
    for (const options of [{ context: 'gov' }, { context: 'gov', count: 2 }, { context: 'other' }]) {
      expect(translate(key, options), key).toBe(translateAsOthers(key, options))
    }
  }
  for (const key of inContext) expect(translate(key, { context: 'gov' })).not.toBe(translate(key))
})

test('a count has separators between its thousands, and other numbers have none', () => {
  expect(translate('jobs.banner.title', { count: 12_345 })).toBe('12,345 background jobs failed.')
  expect(translate('ui.pageNumber', { page: 1234 })).toBe('Page 1234')
})

test('a missing text is its default or a marker with its key', () => {
  expect([translate('apps.none'), translate('apps.none', { defaultValue: 'None' })]).toEqual([
    '[missing "apps.none" translation]',
    'None',
  ])
})

test('a group of texts is an object', () => {
  expect(translate('accounts.strength.scores', { returnObjects: true })).toEqual(en.accounts.strength.scores)
})

test('every text with elements is that of react-i18next', () => {
  const withTags = keys.filter((key) => /<\w+\/?>/.test(textAt(key)))
  expect(withTags.length).toBeGreaterThan(5)
  for (const key of withTags) {
    const names = matchAll(textAt(key), /<(\w+)\/?>/g)
    const components = Object.fromEntries(
      names.map((name) => [name, createElement('a', { href: name }, 'own')]),
    )
    const props = { i18nKey: key, components, values: valuesFor(key) }
    const other = createElement(OtherTrans, { ...props, i18nKey: key as 'accounts.forgot.sent' })
    const expected = renderToStaticMarkup(createElement(I18nextProvider, { i18n: i18next }, other))
    expect(renderToStaticMarkup(createElement(Trans, props)), key).toBe(expected)
  }
})

test('names the language of the texts, for lists that the browser writes', () => {
  expect(useTranslation().i18n.language).toBe(i18next.language)
})

test('a tag in a value stays text', () => {
  const components = { strong: createElement('strong') }
  const values = { email: '<strong>x</strong>{{platform}}' }
  expect(
    renderToStaticMarkup(createElement(Trans, { i18nKey: 'accounts.forgot.sent', components, values })),
  ).toContain('&lt;strong&gt;x&lt;/strong&gt;{{platform}}')
})

test('a right-to-left value is isolated from the text around it, and others stay as they are', () => {
  const named = (name: string | number) => translate('ui.typeNameOf', { name })
  for (const name of ['Site Sync (v2)', 'Müller ÄÖ!', 'ไทย', '建筑', 'हिन्दी', '👩🏽‍🔧', 3]) {
    expect(named(name)).toBe(`Type ${name} to confirm`)
  }
  for (const name of ['مدير!', 'שלום (v2)', 'Site مدير', '𐤀𐤁', '𞤀']) {
    expect(named(name)).toBe(`Type \u2068${name}\u2069 to confirm`)
  }
})
