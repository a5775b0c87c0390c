import { readFileSync } from 'node:fs'
import { editDistance } from '@trestle/domain/text/editDistance.ts'

type Variables = Record<string, string>

/**
 * Replaces `NAME_FILE` with `NAME` for each secret, with the content of the file: container platforms mount secrets as
 * files, because a process's environment is easier to read.
 *
 * @returns with `unreadable`, one line for each secret without a usable file, by its name.
 */
export function readSecretFiles(
  env: Variables,
  secrets: readonly string[],
): { variables: Variables; unreadable: Map<string, string> } {
  const variables = { ...env }
  const unreadable = new Map<string, string>()
  for (const name of secrets) {
    const path = env[`${name}_FILE`]
    if (path === undefined) continue
    if (env[name] !== undefined) {
      unreadable.set(name, `The settings ${name} and ${name}_FILE are both set. Remove one of them.`)
      continue
    }
    try {
      const content = readFileSync(path, 'utf8').trim()
      if (content === '') {
        unreadable.set(name, `The setting ${name}_FILE="${path}" is not usable: the file is empty`)
      } else variables[name] = content
    } catch (error) {
      unreadable.set(name, `The setting ${name}_FILE="${path}" is not usable: ${String(error)}`)
    }
  }
  return { variables, unreadable }
}

/** Returns one line for each variable that is one character away from a setting. */
export function findNearMisses(variables: readonly string[], settings: readonly string[]): string[] {
  const known = new Set(settings)
  return variables
    .filter((name) => !known.has(name))
    .flatMap((name) => {
      const meant = settings.find((setting) => isOneEditApart(name, setting))
      return meant === undefined ? [] : [`The variable ${name} has no effect. Did you mean ${meant}?`]
    })
}

const isOneEditApart = (a: string, b: string): boolean =>
  Math.abs(a.length - b.length) <= 1 && (editDistance(a, b) === 1 || isTransposed(a, b))

/** Two swapped characters count as a single typo. */
function isTransposed(a: string, b: string): boolean {
  const first = Array.from(a).findIndex((letter, index) => letter !== b[index])
  const swapped = a.slice(0, first) + (a[first + 1] ?? '') + (a[first] ?? '') + a.slice(first + 2)
  return first !== -1 && a.length === b.length && swapped === b
}
