import { refuse, type Decision, type Refusal } from '../http/errors.ts'
import { lastPageFor, maxPage } from '../http/paging.ts'
import { sortsBy } from '../http/sorts.ts'
import { parseUtcDay } from '../time/days.ts'
import { dayMs } from '../time/durations.ts'
import { startOfDay } from './dates.ts'

const defaultPerPage = 25
const maxPerPage = 100

/** The format of a filter's value. */
export type FilterKind =
  | { kind: 'integer' | 'integers' | 'boolean' | 'range' | 'text' }
  | { kind: 'choice' | 'choices'; values: readonly string[] }

/** Times in milliseconds, the end excluded; null for an open end. */
export interface TimeRange {
  from: number | null
  until: number | null
}

export type FilterValue = number | number[] | boolean | string | string[] | TimeRange

/** The parameters of a list. */
export interface ListSpec {
  filters: Readonly<Record<string, FilterKind>>
  /** The sort options of the list. The first is the default. */
  sorts: readonly string[]
  /** Parameters of this list only. */
  others?: Readonly<Record<string, FilterKind>>
}

export interface ListParameters {
  page: number
  per_page: number
  sort: { field: string; descending: boolean }
  filters: Record<string, FilterValue>
  others: Record<string, FilterValue>
}

const maxTextLength = 200

/** A whole number of at most 15 digits, which JavaScript and the database read the same way. */
export const parseId = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?(Z|[+-]\d{2}:\d{2})$/

function parseEnd(text: string, zone: string, isLast: boolean): number | null {
  const day = parseUtcDay(text)
  if (day !== null) return startOfDay(isLast ? day + dayMs : day, zone)
  const at = moment.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at)) return null
  return isLast ? at + 1 : at
}

/** An empty end is open. */
const parseOpenEnd = (text: string, zone: string, isLast: boolean): number | null | undefined =>
  text === '' ? null : (parseEnd(text, zone, isLast) ?? undefined)

function parseRange(text: string, zone: string): TimeRange | null {
  const [first = '', last = first, ...more] = text.split('...')
  if (more.length > 0 || (first === '' && last === '')) return null
  const from = parseOpenEnd(first, zone, false)
  const until = parseOpenEnd(last, zone, true)
  return from === undefined || until === undefined ? null : { from, until }
}

const forms: Record<FilterKind['kind'], string> = {
  integer: 'a whole number',
  integers: 'whole numbers, separated by commas',
  boolean: 'true or false',
  range: 'a date, or two dates or times joined by three dots',
  text: `text of 1 to ${maxTextLength} characters`,
  choice: 'one of',
  choices: 'one or more of',
}

const parseBoolean = (text: string): boolean | null =>
  text === 'true' || text === 'false' ? text === 'true' : null

const parseText = (text: string): string | null =>
  text.trim() === '' || text.length > maxTextLength ? null : text.trim()

function parseEach<T>(text: string, parse: (part: string) => T | null): T[] | null {
  const values = text.split(',').map(parse)
  return values.every((value) => value !== null) ? values : null
}

function parseValue(kind: FilterKind, text: string, zone: string): FilterValue | null {
  const parseChoice = (part: string): string | null =>
    'values' in kind && kind.values.includes(part) ? part : null
  switch (kind.kind) {
    case 'integer':
      return parseId(text)
    case 'integers':
      return parseEach(text, parseId)
    case 'boolean':
      return parseBoolean(text)
    case 'range':
      return parseRange(text, zone)
    case 'text':
      return parseText(text)
    case 'choice':
      return parseChoice(text)
    case 'choices':
      return parseEach(text, parseChoice)
    default:
      return kind satisfies never
  }
}

const describeForm = (kind: FilterKind): string =>
  'values' in kind ? `${forms[kind.kind]} ${kind.values.join(', ')}` : forms[kind.kind]

function parseNumber(text: string | undefined, fallback: number, max: number): number | null {
  if (text === undefined) return fallback
  const number = parseId(text)
  return number !== null && number <= max ? number : null
}

const filterName = (name: string): string | undefined => /^filters\[(\w+)\]$/.exec(name)?.[1]

/** Returns one set of values by the names that a list knows, or the name of the invalid parameter. */
function parseNamed(
  entries: [label: string, name: string, text: string][],
  known: Readonly<Record<string, FilterKind>>,
  zone: string,
): Decision<Record<string, FilterValue>> {
  const values: Record<string, FilterValue> = {}
  for (const [label, name, text] of entries) {
    const kind = Object.hasOwn(known, name) ? known[name] : undefined
    if (!kind) return refuse('malformed', `${label} is not a known parameter of this list.`)
    const value = parseValue(kind, text, zone)
    if (value === null) return refuse('malformed', `${label} must be ${describeForm(kind)}.`)
    values[name] = value
  }
  return { ok: true, value: values }
}

function parseSort(text: string | undefined, sorts: readonly string[]): ListParameters['sort'] | null {
  const [first = 'id'] = sorts
  if (text === undefined) return { field: first, descending: false }
  const descending = text.startsWith('-')
  const field = descending ? text.slice(1) : text
  return sorts.includes(field) ? { field, descending } : null
}

const paging = new Set(['page', 'per_page', 'sort'])

/** Reads the query of a list. Every unknown parameter is an error, because ignoring one would return the wrong rows. */
export function parseList(
  query: readonly (readonly [string, string])[],
  { filters: knownFilters, sorts, others: knownOthers = {} }: ListSpec,
  zone: string,
): Decision<ListParameters> {
  const byName = new Map(query)
  const twice = query.find(([name], index) => query.findIndex(([other]) => other === name) !== index)
  if (twice) return refuse('malformed', `${twice[0]} is sent more than once.`)
  const page = parseNumber(byName.get('page'), 1, maxPage)
  if (page === null) return refuse('malformed', `page must be between 1 and ${maxPage}.`)
  const perPage = parseNumber(byName.get('per_page'), defaultPerPage, maxPerPage)
  if (perPage === null) return refuse('malformed', `per_page must be between 1 and ${maxPerPage}.`)
  if (sorts.length === 0 && byName.has('sort')) {
    return refuse('malformed', 'sort is not a known parameter of this list.')
  }
  const sort = parseSort(byName.get('sort'), sorts)
  if (!sort) {
    return refuse('malformed', `sort must be one of ${sortsBy(...sorts).join(', ')}.`)
  }
  const named = query.filter(([name]) => !paging.has(name))
  const filters = parseNamed(
    named.flatMap(([label, text]) => {
      const name = filterName(label)
      return name === undefined ? [] : [[label, name, text]]
    }),
    knownFilters,
    zone,
  )
  if (!filters.ok) return filters
  const others = parseNamed(
    named.flatMap(([name, text]) => (filterName(name) === undefined ? [[name, name, text]] : [])),
    knownOthers,
    zone,
  )
  if (!others.ok) return others
  return {
    ok: true,
    value: { page, per_page: perPage, sort, filters: filters.value, others: others.value },
  }
}

/** Returns why a call without parameters refuses this query, or null. */
export function checkQuery(query: readonly (readonly [string, string])[]): Refusal | null {
  const [first] = query
  return first ? { code: 'malformed', message: `${first[0]} is not a known parameter of this call.` } : null
}

interface Total {
  page: number
  per_page: number
  total: number
}

function addressOfPage(address: string, page: number, perPage: number): string {
  const [path = '', query = ''] = address.split('?')
  const others = query.split('&').filter((part) => part !== '' && !/^(page|per_page)=/.test(part))
  return `${path}?${[...others, `page=${page}`, `per_page=${perPage}`].join('&')}`
}

/** Returns the headers of a page of a list. `address` is the absolute address of the call, with its query. */
export function pageHeaders(address: string, { page, per_page, total }: Total): Record<string, string> {
  const last = lastPageFor(total, per_page)
  const links = [
    ...(page > 1 ? [['first', 1] as const, ['prev', Math.min(page - 1, last)] as const] : []),
    ...(page < last ? [['next', page + 1] as const, ['last', last] as const] : []),
  ].map(([rel, number]) => `<${addressOfPage(address, number, per_page)}>; rel="${rel}"`)
  return {
    total: String(total),
    'per-page': String(per_page),
    ...(links.length > 0 && { link: links.join(', ') }),
  }
}
