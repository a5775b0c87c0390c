export interface View {
  key: string
  tool: string
  label: string
}

const of = (tool: string, labels: Record<string, string>): View[] =>
  Object.entries(labels).map(([key, label]) => ({ key, tool, label }))

/** The pages a side panel can open on (CONF-32). The first segment is the tool, the last one the action. */
export const views: View[] = [
  ...of('Budgeting', {
    'budgeting.detail': 'Budget details',
    'budgeting.list': 'Budget',
  }),
  ...of('Change Events', {
    'change_events.detail': 'Change event: view',
    'change_events.edit': 'Change event: edit',
    'change_events.list': 'Change events: list',
    'change_events.new': 'Change event: create',
  }),
  ...of('Commitments', {
    'commitments.commitment_contract_change_orders.detail': 'Commitment change order: view',
    'commitments.commitment_contract_change_orders.edit': 'Commitment change order: edit',
    'commitments.commitment_contract_change_orders.new': 'Commitment change order: create',
    'commitments.purchase_order_contracts.detail': 'Purchase order: view',
    'commitments.purchase_order_contracts.edit': 'Purchase order: edit',
    'commitments.purchase_order_contracts.new': 'Purchase order: create',
    'commitments.requisitions.detail': 'Subcontractor invoice: view',
    'commitments.work_order_contracts.detail': 'Work order (subcontract): view',
    'commitments.work_order_contracts.edit': 'Work order (subcontract): edit',
    'commitments.work_order_contracts.new': 'Work order (subcontract): create',
  }),
  ...of('Correspondence', {
    'correspondence.detail': 'Correspondence item: view',
  }),
  ...of('Inspections', {
    'inspections.detail': 'Inspection: view',
  }),
  ...of('Observations', {
    'observations.edit': 'Observation: edit',
    'observations.list': 'Observations: list',
  }),
  ...of('Prime Contracts', {
    'prime_contracts.change_orders.detail': 'Prime contract change order: view',
    'prime_contracts.detail': 'Prime contract: view',
    'prime_contracts.invoices.list': 'Owner invoices: list',
    'prime_contracts.payment_applications.detail': 'Payment application: view',
    'prime_contracts.payment_applications.edit': 'Payment application: edit',
    'prime_contracts.payment_applications.new': 'Payment application: create',
  }),
  ...of('Project Directory', {
    'project_directory.person.edit': 'Person: edit',
    'project_directory.vendors.edit': 'Company (vendor): edit',
  }),
  ...of('RFI', {
    'rfi.detail': 'RFI: view',
  }),
  ...of('Schedule', {
    'schedule.calendar.list': 'Schedule calendar',
    'schedule.calendar.lookaheads.list': 'Schedule: lookaheads',
    'schedule.calendar.month.list': 'Schedule: month view',
    'schedule.calendar.task.detail': 'Schedule task: view',
    'schedule.calendar.task.list': 'Schedule: all tasks',
  }),
  ...of('Submittal Logs', {
    'submittal_logs.detail': 'Submittal: view',
  }),
]

/** Disabled pages that the platform also knows. Moving one to the list above enables it (CONF-34). */
export const viewsSwitchedOff: View[] = [
  ...of('Budgeting', {
    'budgeting.budget_changes.list': 'Budget changes: list',
    'budgeting.change_history.list': 'Budget change history',
    'budgeting.forecasting.detail': 'Budget forecast',
  }),
  ...of('Commitments', {
    'commitments.contracts.list': 'Contracts: list',
    'commitments.requisitions.edit': 'Subcontractor invoice: edit',
    'commitments.requisitions.new': 'Subcontractor invoice: create',
  }),
  ...of('Incidents', {
    'incidents.detail': 'Incident: view',
    'incidents.edit': 'Incident: edit',
    'incidents.list': 'Incidents: list',
    'incidents.new': 'Incident: create',
  }),
  ...of('Prime Contracts', {
    'prime_contracts.change_orders.potential_change_orders.detail': 'Potential change order: view',
    'prime_contracts.change_orders.potential_change_orders.new': 'Potential change order: create',
    'prime_contracts.new': 'Prime contract: create',
  }),
]

/** A tool, or a subset of its views. */
export interface ViewGroup {
  label: string
  /** The key for the whole group (CONF-36). */
  allKey: string
  views: View[]
  children: (View | ViewGroup)[]
}

/** Prefixes inside a tool that cover several of its views, but not all of them. */
const subgroups: Record<string, string> = {
  'commitments.commitment_contract_change_orders': 'Commitment change orders',
  'commitments.purchase_order_contracts': 'Purchase orders',
  'commitments.work_order_contracts': 'Work orders (subcontracts)',
  'prime_contracts.payment_applications': 'Payment applications',
  'schedule.calendar.task': 'Schedule tasks',
}

export const isGroup = (entry: View | ViewGroup): entry is ViewGroup => 'children' in entry

const subgroupFor = (view: View): string | undefined =>
  Object.keys(subgroups).find((prefix) => view.key.startsWith(`${prefix}.`))

function subgroup(prefix: string, siblings: View[]): ViewGroup {
  const members = siblings.filter((view) => subgroupFor(view) === prefix)
  return { label: subgroups[prefix] ?? prefix, allKey: `${prefix}.all`, views: members, children: members }
}

function buildGroup(tool: string): ViewGroup {
  const members = views.filter((view) => view.tool === tool)
  const entries = [...new Set(members.map((view) => subgroupFor(view) ?? view))]
  const children = entries.map((entry) => (typeof entry === 'string' ? subgroup(entry, members) : entry))
  return { label: tool, allKey: `${members[0]?.key.split('.')[0]}.all`, views: members, children }
}

/** The views in the chooser: one group for each tool, with groups inside it (CONF-35). */
export const viewGroups: ViewGroup[] = [...new Set(views.map((view) => view.tool))].map(buildGroup)

function withOnly(group: ViewGroup, isWanted: (view: View) => boolean): ViewGroup[] {
  const wanted = group.views.filter(isWanted)
  if (wanted.length === 0) return []
  const children = group.children.flatMap<View | ViewGroup>((child) =>
    isGroup(child) ? withOnly(child, isWanted) : [child].filter(isWanted),
  )
  return [{ ...group, views: wanted, children }]
}

/** Returns the groups, limited to views that match every word by tool, label or key. */
export function matchingGroups(search: string): ViewGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const isWanted = ({ tool, label, key }: View) => {
    const text = `${tool} ${label} ${key}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  return viewGroups.flatMap((group) => withOnly(group, isWanted))
}

const wildcard = /\.all$/

const isMeantBy = (key: string, wanted: string): boolean =>
  wildcard.test(wanted) ? key.startsWith(wanted.replace(wildcard, '.')) : key === wanted

/** Every `<prefix>.all` key, at any depth. */
const allKeys = [
  ...new Set(
    views.flatMap(({ key }) => {
      const segments = key.split('.')
      return segments.slice(0, -1).map((_, depth) => `${segments.slice(0, depth + 1).join('.')}.all`)
    }),
  ),
]

/** Every value allowed in a manifest's `views`. */
export const viewNames: readonly string[] = [...views.map((view) => view.key), ...allKeys]

/**
 * Returns the selected views without duplicates, in the order of the list. A key ending in `.all` selects all keys
 * below it (CONF-36).
 */
export const expandViews = (wanted: readonly string[]): string[] =>
  views.map((view) => view.key).filter((key) => wanted.some((each) => isMeantBy(key, each)))

/** How many of these views are selected. */
export type Ticks = 'none' | 'some' | 'all'

export function countTicks(shown: readonly View[], ticked: readonly string[]): Ticks {
  const count = shown.filter((view) => ticked.includes(view.key)).length
  if (count === 0) return 'none'
  return count === shown.length ? 'all' : 'some'
}

/** Returns the selection with these views added or removed, in the order of the list. */
export const tick = (ticked: readonly string[], changed: readonly View[], isOn: boolean): string[] => {
  const keys = changed.map((view) => view.key)
  return views.map((view) => view.key).filter((key) => (keys.includes(key) ? isOn : ticked.includes(key)))
}

/**
 * Returns the keys to write for the selected views (CONF-36).
 *
 * An unchanged tool keeps its keys, because `<tool>.all` also includes views that the platform adds later, which the
 * user didn't choose. A fully selected tool is written `<tool>.all`, or as its view's key if it has only one.
 */
export function writtenViews(ticked: readonly string[], before: readonly string[]): string[] {
  if (sameKeys(expandViews(before), expandViews(ticked))) return [...before]
  return viewGroups.flatMap((group) => {
    const chosen = group.views.map((view) => view.key).filter((key) => ticked.includes(key))
    const prefix = group.allKey.replace(wildcard, '.')
    const had = before.filter((key) => key.startsWith(prefix))
    if (sameKeys(expandViews(had), chosen)) return had
    return chosen.length > 1 && chosen.length === group.views.length ? [group.allKey] : chosen
  })
}

const sameKeys = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((key, index) => key === others[index])
