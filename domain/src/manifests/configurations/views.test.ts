import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  expandViews,
  isGroup,
  matchingGroups,
  tick,
  countTicks,
  viewGroups,
  viewNames,
  views,
  viewsSwitchedOff,
  writtenViews,
} from './views.ts'

const keys = views.map((view) => view.key)

test('has 35 unique views, each with a tool and a label', { tags: ['CONF-32'] }, () => {
  expect(keys).toHaveLength(35)
  expect(new Set(keys).size).toBe(35)
  for (const view of views) {
    expect(view.key).toMatch(/^[a-z_]+(\.[a-z_]+)*\.(new|detail|edit|list)$/)
    expect(view.tool && view.label).toBeTruthy()
  }
})

test('has the keys that manifests use', { tags: ['CONF-33'] }, () => {
  const known = `
    budgeting.detail budgeting.list change_events.detail change_events.edit change_events.list
    change_events.new commitments.commitment_contract_change_orders.detail
    commitments.commitment_contract_change_orders.edit commitments.commitment_contract_change_orders.new
    commitments.purchase_order_contracts.detail commitments.purchase_order_contracts.edit
    commitments.purchase_order_contracts.new commitments.requisitions.detail
    commitments.work_order_contracts.detail commitments.work_order_contracts.edit
    commitments.work_order_contracts.new correspondence.detail inspections.detail observations.edit
    observations.list prime_contracts.change_orders.detail prime_contracts.detail
    prime_contracts.invoices.list prime_contracts.payment_applications.detail
    prime_contracts.payment_applications.edit prime_contracts.payment_applications.new
    project_directory.person.edit project_directory.vendors.edit rfi.detail schedule.calendar.list
    schedule.calendar.lookaheads.list schedule.calendar.month.list schedule.calendar.task.detail
    schedule.calendar.task.list submittal_logs.detail`
  expect(keys).toEqual(known.trim().split(/\s+/))
})

test('knows 13 more that are switched off', { tags: ['CONF-34'] }, () => {
  const off = viewsSwitchedOff.map((view) => view.key)
  expect(new Set(off).size).toBe(13)
  expect(off.filter((key) => keys.includes(key) || viewNames.includes(key))).toEqual([])
})

test('groups every view by eleven tools in the chooser', { tags: ['CONF-35'] }, () => {
  expect(viewGroups.map((group) => group.label)).toEqual([
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
  ])('%s includes every view under its prefix, at any depth', { tags: ['CONF-36'] }, (wanted, expected) => {
    expect(expandViews([wanted])).toEqual(expected)
  })

  test(
    'a key ending in .all does not repeat a view, and mixes with single keys in the order of the list',
    { tags: ['CONF-36'] },
    () => {
      expect(expandViews(['rfi.detail', 'rfi.all', 'budgeting.list', 'nothing.here'])).toEqual([
        'budgeting.list',
        'rfi.detail',
      ])
    },
  )

  test('exists only where a prefix has views', { tags: ['CONF-36'] }, () => {
    expect(viewNames).toContain('schedule.calendar.all')
    expect(viewNames).not.toContain('change.all')
    expect(viewNames).not.toContain('rfi.detail.all')
    expect(viewNames).not.toContain('incidents.all')
  })
})

describe('groups inside a tool', () => {
  const below = (label: string) =>
    viewGroups.find((group) => group.label === label)?.children.map((child) => child.label)

  test('contain the views of one record, next to single views', { tags: ['CONF-35'] }, () => {
    expect(below('Commitments')).toEqual([
      'Commitment change orders',
      'Purchase orders',
      'Subcontractor invoice: view',
      'Work orders (subcontracts)',
    ])
    expect(below('Schedule')).toEqual([
      'Schedule calendar',
      'Schedule: lookaheads',
      'Schedule: month view',
      'Schedule tasks',
    ])
    expect(below('RFI')).toEqual(['RFI: view'])
  })

  test(
    'groups inside a tool are all the useful prefixes: several views, but not all of the level above',
    { tags: ['CONF-35'] },
    () => {
      const prefixes = viewNames.filter((name) => name.endsWith('.all'))
      const size = (name: string) => expandViews([name]).length
      const telling = prefixes.filter((name) => {
        const above = `${name.split('.').slice(0, -2).join('.')}.all`
        return name.split('.').length > 2 && size(name) > 1 && size(name) < size(above)
      })
      const groups = viewGroups.flatMap((group) => group.children.filter(isGroup))
      expect(groups.map((group) => group.allKey)).toEqual(telling)
      for (const group of groups) {
        expect(expandViews([group.allKey])).toEqual(group.views.map((view) => view.key))
      }
    },
  )
})

describe('searching the views', () => {
  const found = (search: string) =>
    matchingGroups(search).flatMap((group) => group.views.map((view) => view.key))

  test('shows all of them in their groups without a search', { tags: ['CONF-35'] }, () => {
    expect(matchingGroups('  ')).toEqual(viewGroups)
  })

  test('matches every word in tool, label and key', { tags: ['CONF-35'] }, () => {
    expect(found('subcontract EDIT')).toEqual(['commitments.work_order_contracts.edit'])
    expect(found('rfi.d')).toEqual(['rfi.detail'])
    expect(found('Prime payment')).toHaveLength(3)
    expect(found('weather')).toEqual([])
  })

  test('limits a group to its matches', { tags: ['CONF-35'] }, () => {
    const [commitments] = matchingGroups('purchase new')
    expect(commitments).toMatchObject({
      label: 'Commitments',
      children: [
        { label: 'Purchase orders', children: [{ key: 'commitments.purchase_order_contracts.new' }] },
      ],
    })
  })
})

describe('selecting views', () => {
  const group = (label: string) => viewGroups.find((each) => each.label === label)?.views ?? []

  test('selects none, part or all of a group', { tags: ['CONF-35'] }, () => {
    expect(countTicks(group('Budgeting'), [])).toBe('none')
    expect(countTicks(group('Budgeting'), ['budgeting.list'])).toBe('some')
    expect(countTicks(group('Budgeting'), ['budgeting.list', 'budgeting.detail'])).toBe('all')
  })

  test('selecting views keeps the order of the list and changes nothing else', () => {
    const ticked = tick(['rfi.detail'], group('Budgeting'), true)
    expect(ticked).toEqual(['budgeting.detail', 'budgeting.list', 'rfi.detail'])
    expect(tick(ticked, group('Budgeting'), false)).toEqual(['rfi.detail'])
  })
})

describe('the keys written for the selected views', { tags: ['CONF-36'] }, () => {
  const changeEvents = ['detail', 'edit', 'list', 'new'].map((action) => `change_events.${action}`)

  test.each([
    ['a fully selected tool', changeEvents, [], ['change_events.all']],
    ['a partly selected tool', ['budgeting.list'], [], ['budgeting.list']],
    ['a tool with a single view', ['rfi.detail'], [], ['rfi.detail']],
    [
      'an unchanged tool with each view listed',
      [...changeEvents, 'rfi.detail'],
      changeEvents,
      [...changeEvents, 'rfi.detail'],
    ],
    [
      'an unchanged group',
      ['schedule.calendar.task.detail', 'schedule.calendar.task.list', 'rfi.detail'],
      ['schedule.calendar.task.all'],
      ['rfi.detail', 'schedule.calendar.task.all'],
    ],
    ['one view removed from an .all', changeEvents.slice(1), ['change_events.all'], changeEvents.slice(1)],
    [
      'nothing changed',
      ['budgeting.list', 'rfi.detail'],
      ['rfi.all', 'budgeting.list'],
      ['rfi.all', 'budgeting.list'],
    ],
    ['no view left', [], ['change_events.all'], []],
  ])('%s', (_case, ticked, before, expected) => {
    expect(writtenViews(ticked, before)).toEqual(expected)
  })

  test('always select the same views again, whatever was written before', () => {
    const property = fc.property(
      fc.subarray(keys),
      fc.shuffledSubarray([...viewNames, 'incidents.list', 'nothing']),
      (ticked, before) => {
        const written = writtenViews(ticked, before)
        expect(expandViews(written)).toEqual(ticked)
        expect(writtenViews(ticked, written)).toEqual(written)
      },
    )
    fc.assert(property, { numRuns: 500 })
  })

  test('the keys written for the selected views are identical when the selection is unchanged', () => {
    const property = fc.property(fc.shuffledSubarray([...viewNames]), (before) => {
      expect(writtenViews(expandViews(before), before)).toEqual(before)
    })
    fc.assert(property)
  })
})
