import type { Decision } from '../http/errors.ts'
import { fieldMessages } from '../http/messages.ts'

/** Three whole numbers and nothing else: no leading zeros, no pre-release, no build (platform facts, 7). */
export const semanticVersionPattern = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/

/** Big integers, because nothing limits how large a developer's number is. */
type Parts = readonly [major: bigint, minor: bigint, patch: bigint]

function partsOf(text: string): Parts | null {
  const [, major, minor, patch] = semanticVersionPattern.exec(text) ?? []
  if (major === undefined || minor === undefined || patch === undefined) return null
  return [BigInt(major), BigInt(minor), BigInt(patch)]
}

export const isSemanticVersion = (text: string): boolean => semanticVersionPattern.test(text)

/** Negative when a is lower, positive when a is higher. Numbers that are none come before all others. */
export function compareSemanticVersions(a: string, b: string): number {
  const left = partsOf(a) ?? [-1n, -1n, -1n]
  const right = partsOf(b) ?? [-1n, -1n, -1n]
  const difference = left.map((part, i) => part - (right[i] ?? 0n)).find((part) => part !== 0n) ?? 0n
  return difference < 0n ? -1 : Number(difference > 0n)
}

/** The highest of an app's version numbers; versions without one count for nothing. */
export function highestSemanticVersion(existing: readonly (string | null)[]): string | null {
  return existing
    .filter((number) => number !== null)
    .reduce<string | null>(
      (best, n) => (best === null || compareSemanticVersions(n, best) > 0 ? n : best),
      null,
    )
}

/** The next patch, minor and major number after this one. */
export function nextFreeNumbers(last: string): [patch: string, minor: string, major: string] {
  const [major, minor, patch] = partsOf(last) ?? [0n, 0n, 0n]
  return [`${major}.${minor}.${patch + 1n}`, `${major}.${minor + 1n}.0`, `${major + 1n}.0.0`]
}

/** What the version field suggests: the minor number plus one, 0.1.0 to begin with (MAN-37 to MAN-39). */
export const nextSemanticVersion = (last: string | null): string =>
  last === null ? '0.1.0' : nextFreeNumbers(last)[1]

const refuse = (message: string): Decision<never> => ({
  ok: false,
  refusal: { code: 'invalid_input', message, fields: { semantic_version: [message] } },
})

/** A new version is higher than every earlier one of the app, whichever environment that one is in. */
export function decideVersionNumber(
  wanted: string | null | undefined,
  existing: readonly (string | null)[],
): Decision<{ semantic_version: string }> {
  if (!wanted) return refuse(fieldMessages.required)
  if (!isSemanticVersion(wanted))
    return refuse('Write the version number as three whole numbers, like 1.4.0.')
  const highest = highestSemanticVersion(existing)
  if (highest === null || compareSemanticVersions(wanted, highest) > 0) {
    return { ok: true, change: { semantic_version: wanted } }
  }
  if (!existing.includes(wanted)) {
    return refuse(`This version number can't be used. Choose one higher than ${highest}.`)
  }
  const [patch, minor, major] = nextFreeNumbers(highest)
  return refuse(
    `Version ${wanted} already exists. The next free numbers are ${patch}, ${minor} and ${major}.`,
  )
}
