import { byteLength } from '../text/byteLength.ts'
import { findStringStop, readJsonText, type Follows } from './jsonText.ts'

/** Where and why a text stops being JSON. */
export interface SyntaxProblem {
  /** The position in the text. */
  at: number
  line: number
  column: number
  cause: string
}

/** What a text should be, and how much of it is read. */
export interface TextLimits {
  noun: string
  maxBytes: number
  maxDepth: number
}

interface Stop {
  /** The text from where it stops being JSON. */
  rest: string
  /** The last character before it. */
  before: string | undefined
  expected: Follows
  /** What the text should be. */
  noun: string
}

// Also the curly quotes that phones and word processors write.
const wrongQuote = /^['`\p{Pi}\p{Pf}]/u
// Characters that look like whitespace or are invisible, but aren't whitespace in JSON.
const invisible = /^[\s\p{Cf}\p{Cc}]/u
const valueStart = /^["{[\w-]/
const wrongCase = /^(?:true|false|null)(?![\w.+-])/i
// A number as other languages write it. Not a date or a version.
const wrongNumber = /^[+-]?(?:0[box][\da-f]+|(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:e[+-]?\d*)?)(?![\w.+-])/i

const closedOnItsLine = /^"(?:\\.|[^"\\\n])*"/
// Otherwise the quote starts the next string, and the previous string has no closing quote.
const closedLater = /^"[^"\\]*(?:\\[\s\S][^"\\]*)*"\s*(?:[,:\]}]|$)/

/** Returns how much of a broken string can be read; 0 if its closing quote is missing. */
const stopInString = (rest: string): number =>
  closedOnItsLine.test(rest) || closedLater.test(rest) ? findStringStop(rest, 0) : 0

/** Returns what is wrong with a character that a string can't contain. */
function stringCause(rest: string): string {
  if (rest.startsWith('\t')) return String.raw`Write a tab as \t.`
  if (/^[\r\n]/.test(rest)) return String.raw`Write a line break as \n.`
  if (!rest.startsWith('\\')) return 'Remove this invisible character.'
  return rest.startsWith(String.raw`\u`)
    ? String.raw`\u needs 4 hex digits. Write a backslash as \\.`
    : String.raw`Remove this backslash, or write it as \\.`
}

/** Returns what must be added where the text ends too early. */
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
  const { rest, before, expected, noun } = stop
  if (rest === '') return `The text ends before the ${noun} does. Add ${missingAtEnd(stop)}.`
  const wrongCharacter = characterCause(rest)
  if (wrongCharacter !== null) return wrongCharacter
  if (Object.keys(expected).length === 0) return `Nothing may follow the end of the ${noun}.`
  if (',' in expected) return separatorCause(stop)
  if (':' in expected) return 'A colon is missing before this.'
  if (before === ',' && /^[\]}]/.test(rest)) return 'Remove the comma before this.'
  if (rest.startsWith('"')) return 'The closing double quote is missing.'
  return '{' in expected ? valueCause(rest) : 'A key in double quotes is expected here.'
}

/** Explains where a text stops being JSON. Null for JSON, and for a text that is too large or too deep. */
export function findSyntaxProblem(
  text: string,
  { noun, maxBytes, maxDepth }: TextLimits,
): SyntaxProblem | null {
  if (byteLength(text) > maxBytes) return null
  const reading = readJsonText(text, maxDepth)
  if (reading.problem !== 'syntax') return null
  const { at: from, expected } = reading
  const rest = text.slice(from)
  const offset = 'string' in expected && rest.startsWith('"') ? stopInString(rest) : 0
  const at = from + offset
  const lines = text.slice(0, at).split('\n')
  return {
    at,
    line: lines.length,
    column: (lines.at(-1) ?? '').length + 1,
    cause:
      offset > 0
        ? stringCause(text.slice(at))
        : explain({ rest, before: text.slice(0, from).trimEnd().at(-1), expected, noun }),
  }
}
