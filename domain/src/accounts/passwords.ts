import { refuse, type Decision } from '../http/errors.ts'

/** zxcvbn's rating of a password. The warning and suggestions are keys that the library defines. */
export interface PasswordEstimate {
  /** From 0 (guessed immediately) to 4. */
  score: number
  warning: string | null
  suggestions: readonly string[]
}

/** Made by `createEstimator`. The server and the browser load it lazily because zxcvbn's dictionaries are large. */
export type EstimatePassword = (password: string, ownWords: string[]) => PasswordEstimate

/** Facts that an attacker can know about the password's owner. */
export interface PasswordOwner {
  email: string
  first_name: string
  last_name: string
  company_name: string
  platform_name: string
}

export interface PasswordRating {
  score: number
  /** The weakness and how to fix it. Null when the password is strong enough. */
  problem: string | null
}

/**
 * zxcvbn's time grows much faster than the password's length: 128 characters with many symbols in place of letters take
 * a second. The characters cut off could only strengthen a password that already has 48 good characters.
 */
const zxcvbnLimits = { maxLength: 48, l33tMaxSubstitutions: 2 }

/** The part of zxcvbn that rates a password. */
interface Zxcvbn {
  check: (
    password: string,
    ownWords: string[],
  ) => { score: number; feedback: Omit<PasswordEstimate, 'score'> }
}

/**
 * Returns the estimator that the server and the browser share. They pass the library and its data, because modules of
 * domain/ reach no library.
 */
export function createEstimator<Data extends object>(
  ZxcvbnFactory: new (options: typeof zxcvbnLimits & Data) => Zxcvbn,
  data: Data,
): EstimatePassword {
  const zxcvbn = new ZxcvbnFactory({ ...zxcvbnLimits, ...data })
  return (password, ownWords) => {
    const { score, feedback } = zxcvbn.check(password, ownWords)
    return { score, ...feedback }
  }
}

const strongEnough = 3
const shortestOwnWord = 3

/** Completes "Password is too easy to guess: it …". */
const warnings: Record<string, string> = {
  straightRow: 'follows a row of keys',
  keyPattern: 'follows a short pattern of keys',
  simpleRepeat: 'repeats one character',
  extendedRepeat: 'repeats the same characters',
  sequences: 'contains a sequence like abc or 123',
  recentYears: 'contains a recent year',
  dates: 'contains a date',
  topTen: 'is one of the most common passwords',
  topHundred: 'is one of the most common passwords',
  common: 'is a common password',
  similarToCommon: 'is close to a common password',
  wordByItself: 'is a single word',
  namesByThemselves: 'is a name',
  commonNames: 'is a common name',
}
const predictable = 'is predictable'
const ownWarning = 'is mostly your name, email address, company, or the name of this site'

/** Common tricks that hardly make a password stronger. */
const hints: Record<string, string> = {
  l33t: "Symbols in place of letters, like @ for a, don't help.",
  reverseWords: "Words spelled backwards don't help.",
  allUppercase: "Capital letters alone don't help.",
  capitalization: "A capital letter at the start doesn't help.",
}
const advice = "Add a few words that don't belong together."

const weakPasswordMessage = (warning: string, hint?: string): string =>
  [`Password is too easy to guess: it ${warning}.`, advice, hint].filter(Boolean).join(' ')

function problemOfEstimate({ warning, suggestions }: PasswordEstimate): string {
  if (warning === 'userInputs') return weakPasswordMessage(ownWarning)
  const hint = suggestions.map((suggestion) => hints[suggestion]).find(Boolean)
  return weakPasswordMessage(warnings[warning ?? ''] ?? predictable, hint)
}

/** Returns the words about the owner, longest first, so that a whole name matches before its parts. */
function ownWords({ email, first_name, last_name, company_name, platform_name }: PasswordOwner): string[] {
  const texts = [email, first_name, last_name, company_name, platform_name].map((text) => text.toLowerCase())
  const words = texts.flatMap((text) => text.split(/[^\p{Letter}\p{Number}]+/u))
  const [mailbox = ''] = email.toLowerCase().split('@')
  return [...new Set([mailbox, ...words])]
    .filter((word) => word.length >= shortestOwnWord)
    .toSorted((a, b) => b.length - a.length)
}

/**
 * Rates a password. zxcvbn counts words about the owner as common, but rates three common words in a row as strong. So
 * the rest of the password without those words must be strong as well.
 */
export function ratePassword(
  estimate: EstimatePassword,
  password: string,
  owner: PasswordOwner,
): PasswordRating {
  const text = password.normalize('NFKC')
  const words = ownWords(owner)
  const whole = estimate(text, words)
  if (whole.score < strongEnough) return { score: whole.score, problem: problemOfEstimate(whole) }
  const lower = text.toLowerCase()
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), lower)
  if (rest === lower) return { score: whole.score, problem: null }
  const { score } = estimate(rest.replaceAll(/^[^\p{Letter}\p{Number}]+|[^\p{Letter}\p{Number}]+$/gu, ''), [])
  return { score, problem: score < strongEnough ? weakPasswordMessage(ownWarning) : null }
}

/** Refuses a weak password. The contract limits the length. */
export function decidePassword(
  estimate: EstimatePassword,
  password: string,
  owner: PasswordOwner,
): Decision<string> {
  const { problem } = ratePassword(estimate, password, owner)
  if (problem === null) return { ok: true, value: password }
  return refuse('invalid_input', problem, 'password')
}
