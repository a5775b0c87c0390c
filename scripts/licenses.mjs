// `npm run licenses`: fails if a shipped package has a license that hasn't been reviewed.
import { readFileSync } from 'node:fs'
import { root } from './processes.mjs'

/** Licenses whose packages may be shipped with a product under Apache-2.0, with a notice at most. */
const permissive = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PSF-2.0',
  'Unlicense',
]

/** libvips, under the LGPL, is loaded as a separate library that a distributor can replace. */
const reviewed = [{ name: /^@img\/sharp-/, licenses: ['LGPL-3.0-or-later'] }]

const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Returns whether an SPDX expression of `and`, `or` and parentheses can be met with these licenses. */
function isAllowed(expression, allowed) {
  const inner = expression.trim().replace(/^\((.*)\)$/, '$1')
  const parts = inner.split(' AND ')
  return parts.every((part) =>
    part
      .replace(/^\((.*)\)$/, '$1')
      .split(' OR ')
      .some((license) => allowed.includes(license.trim())),
  )
}

/** Lists the shipped packages of a lock file whose license is missing or not allowed. */
export function findUnreviewed({ packages }) {
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, { license = 'none' }]) => ({ name: nameOf(path), license }))
    .filter(({ name, license }) => {
      const more = reviewed.filter((entry) => entry.name.test(name)).flatMap(({ licenses }) => licenses)
      return !isAllowed(license, [...permissive, ...more])
    })
}

if (process.argv[1] === `${root}scripts/licenses.mjs`) {
  const found = findUnreviewed(JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')))
  for (const { name, license } of found) {
    console.log(`${name} has the license ${license}, which hasn't been reviewed.`)
  }
  if (found.length > 0) process.exit(1)
}
