import { expect, test } from 'vitest'
import { permissionChanges } from './permissionChanges.ts'

test('lists the tools a promotion changes, by their display names', () => {
  const before = { company: { directory: 'readonly', home: 'admin' }, project: { rfi: 'standard' } } as const
  const after = {
    company: { directory: 'admin' },
    project: { rfi: 'standard', budgeting: 'readonly' },
  } as const
  expect(permissionChanges(before, after)).toEqual([
    { scope: 'company', tool: 'Directory', from: 'readonly', to: 'admin' },
    { scope: 'company', tool: 'Portfolio', from: 'admin', to: 'none' },
    { scope: 'project', tool: 'Budget', from: 'none', to: 'readonly' },
  ])
  expect(permissionChanges(after, after)).toEqual([])
})
