import { refuse, type Decision } from '../http/errors.ts'
import { fieldMessages } from '../http/messages.ts'

/** Exactly three whole numbers: no leading zeros, no pre-release, no build (platform facts, 7). */
const semanticVersionPattern = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/

/** The maximum number of digits in each part of a new number. */
const maxDigits = 6

/** Big integers, because older versions had no limit. */
type Parts = readonly [major: bigint, minor: bigint, patch: bigint]

function parseVersionParts(text: string): Parts | null {
  const [, major, minor, patch] = semanticVersionPattern.exec(text) ?? []
  if (major === undefined || minor === undefined || patch === undefined) return null
  return [BigInt(major), BigInt(minor), BigInt(patch)]
}

export const isSemanticVersion = (text: string): boolean => semanticVersionPattern.test(text)

/** Returns a negative number when a is lower, a positive one when it is higher. Invalid numbers come first. */
export function compareSemanticVersions(a: string, b: string): number {
  const left = parseVersionParts(a) ?? [-1n, -1n, -1n]
  const right = parseVersionParts(b) ?? [-1n, -1n, -1n]
  const difference = left.map((part, i) => part - (right[i] ?? 0n)).find((part) => part !== 0n) ?? 0n
  return difference < 0n ? -1 : Number(difference > 0n)
}

/** Returns the highest version number of an app, ignoring versions without one. */
export function highestSemanticVersion(existing: readonly (string | null)[]): string | null {
  return existing
    .filter((number) => number !== null)
    .reduce<string | null>(
      (best, n) => (best === null || compareSemanticVersions(n, best) > 0 ? n : best),
      null,
    )
}

const digitsIn = (number: string): number => Math.max(...number.split('.').map((part) => part.length))

/**
 * Returns the maximum number of digits. An app with longer numbers from before the limit keeps their length: no shorter
 * number would be higher.
 */
const maxDigitsAfter = (last: string | null): number =>
  last === null ? maxDigits : Math.max(maxDigits, digitsIn(last))

function numbersAfter(last: string): [patch: string, minor: string, major: string] {
  const [major, minor, patch] = parseVersionParts(last) ?? [0n, 0n, 0n]
  return [`${major}.${minor}.${patch + 1n}`, `${major}.${minor + 1n}.0`, `${major + 1n}.0.0`]
}

/** Returns the next patch, minor and major numbers whose parts are short enough. */
export const nextFreeNumbers = (last: string): string[] =>
  numbersAfter(last).filter((number) => digitsIn(number) <= maxDigitsAfter(last))

/** Returns the suggested version number: the minor number plus one, or 0.1.0 at first (MAN-37 to MAN-39). */
export function nextSemanticVersion(last: string | null): string {
  if (last === null) return '0.1.0'
  const [patch, minor, major] = numbersAfter(last)
  const free = nextFreeNumbers(last)
  return [minor, major, patch].find((number) => free.includes(number)) ?? last
}

const maxMajorStep = 1n
const maxStep = 100n

/**
 * Returns whether a number is so far from the last one that it is probably a typo. No lower number can follow it. The
 * first version may have any major number up to 100.
 */
export function isVersionJump(last: string | null, wanted: string): boolean {
  const [from, to] = [parseVersionParts(last ?? '0.0.0'), parseVersionParts(wanted)]
  if (!from || !to) return false
  const steps = to.map((part, index) => part - (from[index] ?? 0n))
  return (last !== null && (steps[0] ?? 0n) > maxMajorStep) || steps.some((step) => step > maxStep)
}

function freeNumbersAfter(last: string): string {
  const free = nextFreeNumbers(last)
  if (free.length === 0) return 'There is no higher number.'
  if (free.length === 1) return `The next free number is ${free.join('')}.`
  return `The next free numbers are ${free.slice(0, -1).join(', ')} and ${free.at(-1)}.`
}

const refuseNumber = (message: string) => refuse('invalid_input', message, 'semantic_version')

/** Refuses a version number that isn't higher than all `existing` ones, which are those of every environment shown. */
export function decideVersionNumber(
  wanted: string | null | undefined,
  existing: readonly (string | null)[],
): Decision<{ semantic_version: string }> {
  if (!wanted) return refuseNumber(fieldMessages.required)
  if (!isSemanticVersion(wanted)) {
    return refuseNumber('Write the version number as three whole numbers, like 1.4.0.')
  }
  const highest = highestSemanticVersion(existing)
  if (digitsIn(wanted) > maxDigitsAfter(highest)) {
    return refuseNumber(
      `Each part of a version number can have at most ${maxDigitsAfter(highest)} digits, like 1.4.0.`,
    )
  }
  if (highest === null || compareSemanticVersions(wanted, highest) > 0) {
    return { ok: true, value: { semantic_version: wanted } }
  }
  if (existing.includes(wanted)) {
    return refuseNumber(`Version ${wanted} already exists. ${freeNumbersAfter(highest)}`)
  }
  return refuseNumber(`This version number can't be used. Choose one higher than ${highest}.`)
}
