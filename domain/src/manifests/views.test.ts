import { describe, expect, test } from 'vitest'
import { expandViews, viewGroups, viewNames, views, viewsSwitchedOff } from './views.ts'

const keys = views.map((view) => view.key)

test('there are 35 views, each once, each with a tool and a label (CONF-32)', () => {
  expect(keys).toHaveLength(35)
  expect(new Set(keys).size).toBe(35)
  for (const view of views) {
    expect(view.key).toMatch(/^[a-z_]+(\.[a-z_]+)*\.(new|detail|edit|list)$/)
    expect(view.tool && view.label).toBeTruthy()
  }
})

test.each([
  'budgeting.list',
  'rfi.detail',
  'observations.list',
  'submittal_logs.detail',
  'commitments.work_order_contracts.new',
  'project_directory.person.edit',
  'schedule.calendar.task.detail',
])('%s is one of them (CONF-33)', (key) => expect(keys).toContain(key))

test('13 more are known and switched off (CONF-34)', () => {
  const off = viewsSwitchedOff.map((view) => view.key)
  expect(new Set(off).size).toBe(13)
  expect(off.filter((key) => keys.includes(key) || viewNames.includes(key))).toEqual([])
})

test('the chooser has a group for each of eleven tools, and together they hold every view (CONF-35)', () => {
  expect(viewGroups.map((group) => group.tool)).toEqual([
    'Budgeting',
    'Change Events',
    'Commitments',
    'Correspondence',
    'Inspections',
    'Observations',
    'Prime Contracts',
    'Project Directory',
    'RFI',
    'Schedule',
    'Submittal Logs',
  ])
  expect(viewGroups.flatMap((group) => group.views)).toEqual(views)
  for (const group of viewGroups) {
    expect(expandViews([group.allKey])).toEqual(group.views.map((view) => view.key))
  }
})

describe('a key ending in .all', () => {
  test.each([
    [
      'change_events.all',
      ['change_events.detail', 'change_events.edit', 'change_events.list', 'change_events.new'],
    ],
    [
      'commitments.work_order_contracts.all',
      [
        'commitments.work_order_contracts.detail',
        'commitments.work_order_contracts.edit',
        'commitments.work_order_contracts.new',
      ],
    ],
    ['schedule.calendar.task.all', ['schedule.calendar.task.detail', 'schedule.calendar.task.list']],
    [
      'schedule.calendar.all',
      [
        'schedule.calendar.list',
        'schedule.calendar.lookaheads.list',
        'schedule.calendar.month.list',
        'schedule.calendar.task.detail',
        'schedule.calendar.task.list',
      ],
    ],
    ['change.all', []],
    ['.all', []],
    ['all', []],
  ])('%s means every view under its prefix, at any depth (CONF-36)', (wanted, expected) => {
    expect(expandViews([wanted])).toEqual(expected)
  })

  test('names no view twice, and mixes with single keys in the order of the list (CONF-36)', () => {
    expect(expandViews(['rfi.detail', 'rfi.all', 'budgeting.list', 'nothing.here'])).toEqual([
      'budgeting.list',
      'rfi.detail',
    ])
  })

  test('is a name of its own only where something lies under it (CONF-36)', () => {
    expect(viewNames).toContain('schedule.calendar.all')
    expect(viewNames).not.toContain('change.all')
    expect(viewNames).not.toContain('rfi.detail.all')
    expect(viewNames).not.toContain('incidents.all')
  })
})
