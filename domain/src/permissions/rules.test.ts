import { describe, expect, test } from 'vitest'
import { PermissionTools } from './contract.ts'
import { type Level, type Scope, levelIds } from './levels.ts'
import {
  accessCount,
  adminCount,
  chooseLevel,
  currentToolName,
  findTool,
  hasAnyAccess,
  isLevelAllowed,
  levelWarning,
  levelsFor,
  nearestToolName,
  noPermissions,
  samePermissions,
} from './rules.ts'
import { tools } from './tools.ts'

const known = (scope: Scope, name: string) => {
  const tool = findTool(scope, name)
  if (!tool) throw new Error(`${name} is no ${scope} tool`)
  return tool
}

test('numbers none as 1, readonly as 2, standard as 3 and admin as 4', { tags: ['PERM-05'] }, () => {
  expect(levelIds).toEqual({ none: 1, readonly: 2, standard: 3, admin: 4 })
})

describe('the tools', () => {
  test(
    'the tools are 22 for companies and 40 for projects, without duplicates, in the wire format',
    { tags: ['PERM-06', 'PERM-08'] },
    () => {
      expect(PermissionTools.parse(tools)).toEqual(tools)
      expect([tools.company.length, tools.project.length]).toEqual([22, 40])
      for (const list of [tools.company, tools.project]) {
        expect(new Set(list.map((tool) => tool.name)).size).toBe(list.length)
        expect(list.every((tool) => /^[a-z_]+$/.test(tool.name))).toBe(true)
      }
    },
  )

  test('the tools have the names that manifests use', { tags: ['PERM-06', 'PERM-08'] }, () => {
    const names = (text: string) => text.trim().split(/\s+/)
    expect(tools.company.map(({ name }) => name)).toEqual(
      names(`
        account_onboarding admin app_management bid_board calendar checklists concierge connection_manager
        cost_catalog directory documents equipment erp_integrations home permissions planroom
        prequalification reports schedule timecard timesheets workflows`),
    )
    expect(tools.project.map(({ name }) => name)).toEqual(
      names(`
        action_plans admin bidding budgeting change_events change_orders commitments connection_manager
        coordination_issues correspondence crews daily_log direct_costs directory documents drawings emails
        estimating forms home incidents inspections instructions invoicing meetings models observations
        photos prime_contracts punch_list reports rfi schedule specifications submittal_logs tasks timecard
        timesheets tm_tickets transmittals`),
    )
  })

  test.each<[Scope, string, Level[]]>([
    ['company', 'admin', ['none', 'admin']],
    ['company', 'concierge', ['none', 'standard', 'admin']],
    ['company', 'permissions', ['none', 'admin']],
    ['company', 'workflows', ['none', 'admin']],
    ['company', 'directory', ['none', 'readonly', 'standard', 'admin']],
    ['project', 'admin', ['none', 'readonly', 'admin']],
    ['project', 'home', ['none', 'readonly', 'standard']],
    ['project', 'connection_manager', ['none', 'standard', 'admin']],
    ['project', 'reports', ['none', 'readonly', 'standard', 'admin']],
  ])('in the tools of the %s, %s has the levels %j', { tags: ['PERM-07'] }, (scope, name, levels) => {
    expect(levelsFor(known(scope, name))).toEqual(levels)
  })

  test('the tools with any other name have all four levels', { tags: ['PERM-07'] }, () => {
    const restricted = ['admin', 'concierge', 'permissions', 'workflows', 'home', 'connection_manager']
    for (const tool of [...tools.company, ...tools.project].filter((t) => !restricted.includes(t.name))) {
      expect(levelsFor(tool)).toHaveLength(4)
    }
  })

  test('refuse a level they do not have', { tags: ['PERM-07'] }, () => {
    expect(isLevelAllowed(known('company', 'admin'), 'readonly')).toBe(false)
    expect(isLevelAllowed(known('company', 'admin'), 'none')).toBe(true)
  })
})

describe('choosing a level in the grid', () => {
  test('sets the level of the tool in its scope only', { tags: ['PERM-04'] }, () => {
    const chosen = chooseLevel(noPermissions, 'project', 'rfi', 'standard')
    expect(chosen).toEqual({ company: {}, project: { rfi: 'standard' } })
    expect(chooseLevel(chosen, 'project', 'rfi', 'admin').project).toEqual({ rfi: 'admin' })
    expect(noPermissions).toEqual({ company: {}, project: {} })
  })

  test('choosing None in the grid removes the tool', { tags: ['PERM-04'] }, () => {
    const chosen = chooseLevel(noPermissions, 'company', 'documents', 'readonly')
    expect(hasAnyAccess(chosen)).toBe(true)
    expect(chooseLevel(chosen, 'company', 'documents', 'none')).toEqual(noPermissions)
  })

  test('gives no access to a tool listed at None', { tags: ['PERM-04'] }, () => {
    expect(hasAnyAccess({ company: { documents: 'none' }, project: {} })).toBe(false)
    const mixed = { company: { documents: 'none', reports: 'admin' }, project: { rfi: 'readonly' } } as const
    expect([accessCount(mixed), accessCount(mixed, ['company'])]).toEqual([2, 1])
  })
})

test('counts the tools at Admin in both scopes', { tags: ['PERM-03'] }, () => {
  expect(
    adminCount({ company: { directory: 'admin', reports: 'standard' }, project: { rfi: 'admin' } }),
  ).toBe(2)
  expect(adminCount(noPermissions)).toBe(0)
})

test(
  'treats permissions as equal when every tool has the same level, listed at None or not',
  { tags: ['PERM-04'] },
  () => {
    const rfis = { company: {}, project: { rfi: 'standard' } } as const
    expect(samePermissions(rfis, { company: { admin: 'none' }, project: { rfi: 'standard' } })).toBe(true)
    expect(samePermissions(rfis, { company: {}, project: { rfi: 'admin' } })).toBe(false)
    expect(samePermissions(rfis, noPermissions)).toBe(false)
    expect(samePermissions(noPermissions, { company: { rfi: 'standard' }, project: {} })).toBe(false)
  },
)

test('warns about Admin on the company directory, and only there', { tags: ['PERM-03'] }, () => {
  expect(levelWarning('company', 'directory', 'admin')).toBe(
    'Admin on the company Directory also gives Admin on every other company and project tool except Permissions.',
  )
  expect(levelWarning('company', 'directory', 'standard')).toBeNull()
  expect(levelWarning('project', 'directory', 'admin')).toBeNull()
  expect(levelWarning('company', 'documents', 'admin')).toBeNull()
  expect(levelWarning('company', 'permissions', 'admin')).toMatch(/every person/)
})

describe('a wrong tool name', () => {
  test.each<[Scope, string, string | null]>([
    ['project', 'daily_logs', 'daily_log'],
    ['project', 'RFIs', 'rfi'],
    ['project', 'Submittals', 'submittal_logs'],
    ['project', 'change_event', 'change_events'],
    ['company', 'Portfolio', 'home'],
    ['company', 'daily_log', null],
    ['company', 'x', null],
    ['company', '', null],
    ['company', '建設', null],
    ['company', 'directory'.repeat(1000), null],
  ])('a wrong tool name for the %s, %s, suggests %s', (scope, wrong, expected) => {
    expect(nearestToolName(scope, wrong)).toBe(expected)
  })
})

test('maps version 3 names to their successors, only in their scope', () => {
  expect(currentToolName('company', 'portfolio')).toBe('home')
  expect(currentToolName('project', 'budget')).toBe('budgeting')
  expect(currentToolName('project', 'portfolio')).toBe('portfolio')
  expect(currentToolName('company', 'constructor')).toBe('constructor')
})
