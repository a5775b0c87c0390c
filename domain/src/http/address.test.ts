import { expect, test } from 'vitest'
import { toAddress } from './address.ts'
import { endpoint } from './endpoint.ts'

const one = endpoint({
  operationId: 'getApp',
  method: 'GET',
  path: '/api/v1/developer_apps/:id',
  summary: 'One app',
})
const list = endpoint({
  operationId: 'listApps',
  method: 'GET',
  path: '/api/v1/admin/developer_apps',
  summary: 'All apps',
  paged: true,
})

test('escapes a path parameter', () => {
  expect(toAddress(one, { params: { id: 'a/b' } })).toBe('/api/v1/developer_apps/a%2Fb')
})

test('sends filters in brackets and omits empty ones', () => {
  const query = { page: 1, filters: { owner_id: [4, 5], search: undefined, in_review: false } }
  expect(toAddress(list, { query })).toBe(
    '/api/v1/admin/developer_apps?page=1&filters[owner_id][]=4&filters[owner_id][]=5&filters[in_review]=false',
  )
})
