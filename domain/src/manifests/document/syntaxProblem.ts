import { byteLength, maxManifestBytes, maxManifestDepth } from './document.ts'
import { readJsonText, type Follows } from './jsonText.ts'

/** Where and why a text stops being JSON. */
export interface SyntaxProblem {
  line: number
  column: number
  cause: string
}

interface Stop {
  /** The text from where it stops being JSON. */
  rest: string
  /** The last character before it. */
  before: string | undefined
  expected: Follows
}

// Also the curly quotes that phones and word processors write.
const wrongQuote = /^['`\p{Pi}\p{Pf}]/u
// What JSON doesn't count as white space, though it looks like it or can't be seen.
const invisible = /^[\s\p{Cf}\p{Cc}]/u
const valueStart = /^["{[\w-]/
const wrongCase = /^(?:true|false|null)(?![\w.+-])/i
// A number as other languages write it. Not a date or a version.
const wrongNumber = /^[+-]?(?:0[box][\da-f]+|(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:e[+-]?\d*)?)(?![\w.+-])/i

/** Returns why a string that starts here doesn't end. */
const stringCause = (rest: string): string =>
  /^"(?:\\.|[^"\\\n])*"/.test(rest)
    ? String.raw`Write a backslash as \\ and a tab as \t.`
    : 'The closing double quote is missing.'

/** Returns what has to be added where the text ends too early. */
function missingAtEnd({ before, expected }: Stop): string {
  if (before === undefined) return '{'
  if (':' in expected) return 'a colon'
  if ('}' in expected) return '}'
  if (']' in expected) return ']'
  return '{' in expected ? 'a value' : 'a key in double quotes'
}

/** Returns what is wrong with a character, whatever was expected in its place. */
function characterCause(rest: string): string | null {
  if (rest.startsWith('//') || rest.startsWith('/*')) return "JSON can't contain comments."
  if (wrongQuote.test(rest)) return 'Use straight double quotes (").'
  return invisible.test(rest) ? 'Remove this invisible character.' : null
}

function separatorCause({ rest, expected }: Stop): string {
  if (valueStart.test(rest)) return 'A comma is missing before this.'
  const [kind, mark] = '}' in expected ? ['object', '}'] : ['list', ']']
  return /^[\]}]/.test(rest)
    ? `Close the ${kind} with ${mark} first.`
    : `A comma or ${mark} is expected here.`
}

function valueCause(rest: string): string {
  if (/^[\]},:]/.test(rest)) return 'A value is missing before this.'
  if (wrongCase.test(rest)) return 'Write true, false and null in lowercase.'
  return wrongNumber.test(rest)
    ? "This isn't a valid number."
    : "This isn't a value. Text needs double quotes."
}

function explain(stop: Stop): string {
  const { rest, before, expected } = stop
  if (rest === '') return `The text ends before the manifest does. Add ${missingAtEnd(stop)}.`
  const wrongCharacter = characterCause(rest)
  if (wrongCharacter !== null) return wrongCharacter
  if (Object.keys(expected).length === 0) return 'Nothing may follow the end of the manifest.'
  if (',' in expected) return separatorCause(stop)
  if (':' in expected) return 'A colon is missing before this.'
  if (before === ',' && /^[\]}]/.test(rest)) return 'Remove the comma before this.'
  if (rest.startsWith('"')) return stringCause(rest)
  return '{' in expected ? valueCause(rest) : 'A key in double quotes is expected here.'
}

/** Explains where a text stops being JSON, which ERR-20 doesn't name. Null for JSON. */
export function findSyntaxProblem(text: string): SyntaxProblem | null {
  if (byteLength(text) > maxManifestBytes) return null
  const reading = readJsonText(text, maxManifestDepth)
  if (reading.problem !== 'syntax') return null
  const { at, expected } = reading
  const read = text.slice(0, at)
  const lines = read.split('\n')
  return {
    line: lines.length,
    column: (lines.at(-1) ?? '').length + 1,
    cause: explain({ rest: text.slice(at), before: read.trimEnd().at(-1), expected }),
  }
}
