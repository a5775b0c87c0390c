import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findUnreviewed } from './licenses.mjs'

interface Lock {
  packages: Record<string, { license?: string; dev?: boolean; link?: boolean }>
}

const unreviewed = (license: string | undefined, name = 'painter', more = {}) =>
  findUnreviewed({ packages: { [`web/node_modules/${name}`]: { ...(license && { license }), ...more } } })

test('every package that is shipped has a license that was reviewed', () => {
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as Lock
  expect(Object.keys(lock.packages).length).toBeGreaterThan(300)
  expect(findUnreviewed(lock)).toEqual([])
})

test.each(['GPL-3.0-only', 'MIT AND GPL-3.0-only', '(GPL-2.0 OR AGPL-3.0)', 'LGPL-3.0-or-later', undefined])(
  'reports a package with the license %s',
  (license) => {
    expect(unreviewed(license)).toEqual([{ name: 'painter', license: license ?? 'none' }])
  },
)

test.each(['MIT', '(MPL-2.0 OR Apache-2.0)', 'MIT AND ISC AND BSD-3-Clause'])('accepts %s', (license) => {
  expect(unreviewed(license)).toEqual([])
})

test('ignores packages that only development uses, and accepts the LGPL for libvips alone', () => {
  expect(unreviewed('GPL-3.0-only', 'painter', { dev: true })).toEqual([])
  expect(unreviewed('Apache-2.0 AND LGPL-3.0-or-later', '@img/sharp-win32-x64')).toEqual([])
})
