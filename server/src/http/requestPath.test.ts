import { expect, test } from 'vitest'
import { requestPath, requestQuery } from './requestPath.ts'

test.each([
  ['/developer_apps', '/developer_apps'],
  ['/developer_apps?page=2', '/developer_apps'],
  ['/developer_apps#top?page=2', '/developer_apps'],
  ['/%64eveloper_apps', '/developer_apps'],
  ['/documentation/caf%C3%A9', '/documentation/café'],
  ['/documentation/a%2Fb%3Fc', '/documentation/a%2Fb%3Fc'],
  ['/%2564eveloper_apps', '/%2564eveloper_apps'],
  ['http://portal.test/developer_apps?page=2', '/developer_apps'],
  ['HTTPS://portal.test', '/'],
  ['https://portal.test?page=2', '/'],
  ['/http://portal.test/developer_apps', '/http://portal.test/developer_apps'],
])('parses the path of %s as %s', (target, path) => {
  expect(requestPath(target)).toBe(path)
})

test.each([
  ['/developer_apps', ''],
  ['/developer_apps?page=2&sort=%61', 'page=2&sort=%61'],
  ['/developer_apps?from=a?b#top', 'from=a?b'],
  ['http://portal.test/developer_apps?page=2', 'page=2'],
])('parses the query of %s as %s', (target, query) => {
  expect(requestQuery(target)).toBe(query)
})
