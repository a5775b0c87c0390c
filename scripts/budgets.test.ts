import { expect, test } from 'vitest'
import { filesFor, listTooLarge } from './budgets.mjs'

const manifest = {
  'index.html': {
    file: 'entry.js',
    css: ['entry.css'],
    imports: ['_shared.js'],
    dynamicImports: ['page.tsx'],
  },
  'page.tsx': { file: 'page.js', css: ['page.css', 'entry.css'], imports: ['_shared.js', '_list.js'] },
  'dialog.tsx': { file: 'dialog.js', css: ['dialog.css'] },
  '_shared.js': { file: 'shared.js', imports: ['_base.js'] },
  '_list.js': { file: 'list.js', imports: ['_shared.js'] },
  '_base.js': { file: 'base.js', imports: ['_shared.js'] },
}

test('counts the files of a page and of everything it imports once, but not what opens later', () => {
  const { scripts, styles } = filesFor(manifest, ['index.html', 'page.tsx'])
  expect(new Set(scripts)).toEqual(new Set(['base.js', 'entry.js', 'list.js', 'page.js', 'shared.js']))
  expect(scripts).toHaveLength(5)
  expect(styles).toEqual(['page.css', 'entry.css'])
})

test('names a module that the build no longer has', () => {
  expect(() => filesFor(manifest, ['old.tsx'])).toThrow('The build has no module old.tsx.')
})

test('a page is too large if one of its metrics exceeds its limit', () => {
  const [atLimit, above] = [
    { value: 20, limit: 20 },
    { value: 20.1, limit: 20 },
  ] as const
  const tooLarge = { metrics: [atLimit, above] }
  expect(listTooLarge([{ metrics: [atLimit, atLimit] }, tooLarge])).toEqual([tooLarge])
})
