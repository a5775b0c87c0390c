import { globSync, readFileSync } from 'node:fs'
import { tokenActions } from '@trestle/domain/access/tokenActions.ts'
import { describe, expect, test } from 'vitest'
import { en } from './src/texts/en.ts'
import { loadedTexts } from './src/texts/loaded.ts'

const root = new URL('../', import.meta.url)

/** Returns the keys of all texts and of their groups. Texts that depend on a number have the key without its form. */
const listKeys = (texts: object, at: string): string[] =>
  Object.entries(texts).flatMap(([name, value]) => {
    const key = at + name.replace(/_(one|other)$/, '')
    return typeof value === 'object' ? [key, ...listKeys(value, `${key}.`)] : [key]
  })

const keys = new Set(listKeys(en, ''))

/** Actions of personal access tokens look like keys. One has the name of a string, which no module shows alone. */
const actions = new Set<string>(tokenActions)

/** Returns the features whose texts a module shows: it names their keys, or how these start. */
function shownFeatures(source: string): Set<string> {
  const literals = source.matchAll(/(['"`])(([a-z]\w*)\.[\w.]*)(\$\{|\1)/gi)
  const shown = [...literals].filter(([, , text = '', , end]) =>
    end === '${' ? [...keys].some((key) => key.startsWith(text)) : keys.has(text) && !actions.has(text),
  )
  return new Set(shown.map(([, , , feature = '']) => feature))
}

describe('texts of a feature', () => {
  test('are added under the name that their keys start with', () => {
    expect(loadedTexts).toEqual(en)
  })

  // Otherwise they may be missing on a page that nothing else loads them for.
  test('load with every module that shows them', () => {
    // The entry loads these.
    const always = ['shell', 'ui']
    const modules = globSync('web/src/**/*.{ts,tsx}', { cwd: root }).filter(
      (file) => !/\.test\.tsx?$/.test(file) && !file.startsWith('web/src/texts/'),
    )
    const shown = modules.flatMap((file) => {
      const source = readFileSync(new URL(file, root), 'utf8')
      return [...shownFeatures(source)].map((feature) => ({ file, feature, source }))
    })
    expect(shown.length).toBeGreaterThan(300)
    const missing = shown.filter(
      ({ feature, source }) => !always.includes(feature) && !source.includes(`/texts/${feature}.ts'`),
    )
    expect(missing.map(({ file, feature }) => `${file} imports no texts of ${feature}`)).toEqual([])
  })
})
