import pg from 'pg'

type Parser = (text: string) => unknown

function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`The number ${text} is too large to be exact.`)
  return value
}

const utcTimestamp = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/

/** Formats a time as `Date.prototype.toISOString` does, with six digits only where PostgreSQL stored microseconds. */
export function isoTimestamp(text: string): string {
  const [, day, time, fraction = ''] = utcTimestamp.exec(text) ?? []
  if (!day || !time) {
    if (text.endsWith('infinity')) return text
    throw new Error(`Not a UTC time of this era: ${text}. Every session must run in the time zone UTC.`)
  }
  return `${day}T${time}.${fraction.padEnd(fraction.length > 3 ? 6 : 3, '0')}Z`
}

const asText: Parser = (text) => text

type NestedText = (string | null | NestedText)[]

const textArray: number = 1009
const readTextArray = pg.types.getTypeParser(textArray) as (text: string) => NestedText

const arrayParser = (parse: Parser): Parser => {
  const parseAll = (entries: NestedText): unknown[] =>
    entries.map((entry) => {
      if (entry === null) return null
      return typeof entry === 'string' ? parse(entry) : parseAll(entry)
    })
  return (text) => parseAll(readTextArray(text))
}

const { INT8, DATE, TIMESTAMPTZ, NUMERIC, JSON: JSON_TEXT } = pg.types.builtins

/** The parsers by type id, because the driver has no names for array types. */
const parsers = new Map<number, Parser>([
  [INT8, wholeNumber],
  [1016, arrayParser(wholeNumber)],
  [NUMERIC, asText],
  [1231, arrayParser(asText)],
  [DATE, asText],
  [1182, arrayParser(asText)],
  [TIMESTAMPTZ, isoTimestamp],
  [1185, arrayParser(isoTimestamp)],
  // json is stored for its exact text (a manifest's order of keys); jsonb is a value.
  [JSON_TEXT, asText],
  [199, arrayParser(asText)],
])

/** Parsers that make rows match the contract and look the same from both engines. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers.get(oid)) ?? pg.types.getTypeParser(oid, format),
}
