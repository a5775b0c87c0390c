import { globSync, readFileSync } from 'node:fs'
import { pageRoutes } from '@trestle/domain/routes.ts'
import { expect, test } from 'vitest'

const areas = new Set(Object.values(pageRoutes).flatMap(({ pattern }) => pattern.split('/')[1] || []))
const literal = new RegExp(`['"\`}](/(?:${[...areas].join('|')})(?![\\w])[^'"\`\\s]*)`, 'g')

/** The types of the router check the ids of routes. */
const routeId = /getRouteApi\(\s*'[^']+',?\s*\)/g

/** Returns the page addresses that a source writes out. Exports are calls, not pages. */
const findAddresses = (source: string): string[] =>
  [...source.replaceAll(routeId, '').matchAll(literal)].flatMap(([, address = '']) =>
    address.endsWith('.csv') ? [] : address,
  )

test('finds an address that is written out, alone, behind a host, or with parameters', () => {
  expect(findAddresses("redirect('/signin')")).toEqual(['/signin'])
  expect(findAddresses('`${settings.PUBLIC_URL}/developer_apps/${id}`')).toEqual(['/developer_apps/${id}'])
  expect(findAddresses("call('/api/v1/developer_apps') + '/signing'")).toEqual([])
})

test(
  'server, emails, navigation and links take every page address from the table',
  { tags: ['SHELL-40'] },
  () => {
    const files = globSync(['server/src/**/*.ts', 'web/src/**/*.{ts,tsx}']).filter(
      (file) => !/\.test\.tsx?$/.test(file),
    )
    expect(files.length).toBeGreaterThan(500)
    const written = files.flatMap((file) =>
      findAddresses(readFileSync(file, 'utf8')).map((address) => `${file}: ${address}`),
    )
    expect(written).toEqual([])
  },
)
