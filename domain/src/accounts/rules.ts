import type { Decision, Refusal } from '../http/errors.ts'
import { commonPasswords, commonWords } from './commonPasswords.ts'

/** What is known of the person who chooses a password: too easy a guess when the password is made of it. */
interface PasswordOwner {
  email: string
  names: readonly string[]
}

export const minPasswordLength = 12
export const maxPasswordLength = 128

const productWords = ['trestle', 'procore']
const keyboardRows = [
  '1234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
]
const alphabet = 'abcdefghijklmnopqrstuvwxyz'
const fewestLettersOfOnesOwn = 4
const shortestUsefulName = 3

const reversed = (text: string): string => text.split('').toReversed().join('')
const runs = [...keyboardRows, alphabet].flatMap((row) => [row.repeat(3), reversed(row).repeat(3)])

/** Letters people hide behind look-alike signs. */
const lookAlikes: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const unmask = (text: string): string => text.replace(/[013457@$!]/g, (sign) => lookAlikes[sign] ?? sign)

/** One to four characters over and over: aaaaaaaaaaaa, abcabcabcabc. */
const isRepeated = (text: string): boolean => /^(.{1,4})\1+.{0,3}$/.test(text) && new Set(text).size <= 4

const isRun = (text: string): boolean => runs.some((run) => run.includes(text))

/** Whether almost nothing is left once words that can be guessed, digits and signs are taken away. */
function isPadded(text: string, words: readonly string[]): boolean {
  const byLength = words.toSorted((a, b) => b.length - a.length)
  const rest = byLength.reduce((left, word) => left.replaceAll(word, ' '), text)
  const containsWord = rest !== text
  return containsWord && rest.replace(/[^\p{Letter}]/gu, '').length < fewestLettersOfOnesOwn
}

const wordsOf = (texts: readonly string[]): string[] =>
  texts
    .flatMap((text) => text.toLowerCase().split(/[^\p{Letter}\p{Number}]+/u))
    .filter((word) => word.length >= shortestUsefulName)

function isGuessable(password: string, owner: PasswordOwner): boolean {
  const text = password.toLowerCase()
  const localPart = owner.email.toLowerCase().split('@')[0] ?? ''
  if (localPart.length >= fewestLettersOfOnesOwn && text.includes(localPart)) return true
  if (commonPasswords.has(text) || isRepeated(text) || isRun(text)) return true
  const words = [...commonWords, ...productWords, ...keyboardRows, ...wordsOf([localPart, ...owner.names])]
  return isPadded(text, words) || isPadded(unmask(text), words)
}

export const guessablePassword = 'This password is too common. Choose one that is harder to guess.'

/** Whether this may become a password; the lengths are the contract's. The form and the server ask the same question. */
export function decidePassword(password: string, owner: PasswordOwner): Decision<string> {
  if (!isGuessable(password, owner)) return { ok: true, change: password }
  return refuse('invalid_input', guessablePassword, 'password')
}

const refuse = (code: Refusal['code'], message: string, field: string): { ok: false; refusal: Refusal } => ({
  ok: false,
  refusal: { code, message, fields: { [field]: [message] } },
})

/** Why a platform admin cannot take the admin right from somebody, or null when they can. */
export function adminRightKept(
  target: { id: number; is_admin: boolean },
  asker: { id: number },
  adminIds: readonly number[],
): string | null {
  if (!target.is_admin) return null
  if (target.id === asker.id) return 'You cannot remove your own admin right. Another admin can.'
  if (adminIds.every((id) => id === target.id))
    return 'This is the last platform admin. Make somebody else one first.'
  return null
}

/** A change of what somebody is to the platform (ACC-07). `adminIds` are all platform admins, locked. */
export function decideRights<Change extends { is_admin?: boolean | undefined }>(
  target: { id: number; is_admin: boolean },
  asker: { id: number },
  adminIds: readonly number[],
  change: Change,
): Decision<Change> {
  if (!adminIds.includes(asker.id)) {
    return { ok: false, refusal: { code: 'not_allowed', message: 'Only platform admins may do this.' } }
  }
  const kept = change.is_admin === false ? adminRightKept(target, asker, adminIds) : null
  return kept === null ? { ok: true, change } : refuse('invalid_input', kept, 'is_admin')
}

const browserMarks: [name: string, mark: RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/[\d.]+.*Safari\//],
  ['curl', /^curl\//],
]

const systemMarks: [name: string, mark: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]

/** A browser in a few words, for the list of sessions: `Firefox on Windows`. */
export function browserName(userAgent: string): string {
  const nameIn = (marks: [string, RegExp][]) => marks.find(([, mark]) => mark.test(userAgent))?.[0]
  const browser = nameIn(browserMarks) ?? 'Unknown browser'
  const system = nameIn(systemMarks)
  return system ? `${browser} on ${system}` : browser
}

/** Where to go after signing in: only a path of this site, never another host. */
export function safeReturnPath(path: string | undefined, fallback: string): string {
  const isSameSite = path !== undefined && /^\/(?![/\\])[^\s\\]*$/.test(path)
  return isSameSite ? path : fallback
}
