import { indentWidth, parseManifest, stringifyManifest } from './manifestText.ts'
import { parseTree, rootValue, stepInto, valueIn, type Node } from './pointerRange.ts'

const indent = (depth: number) => ' '.repeat(depth * indentWidth)

const valueText = (value: unknown, depth: number) =>
  (stringifyManifest(value) ?? 'null').replaceAll('\n', `\n${indent(depth)}`)

function withProperty(text: string, object: Node, depth: number, key: string, value: unknown): string {
  const property = `\n${indent(depth + 1)}${JSON.stringify(key)}: ${valueText(value, depth + 1)}`
  const last = object.getChildren('Property').at(-1)
  if (last) return `${text.slice(0, last.to)},${property}${text.slice(last.to)}`
  return `${text.slice(0, object.from)}{${property}\n${indent(depth)}}${text.slice(object.to)}`
}

/**
 * Returns the text with one value set and everything else unchanged, including order and spaces.
 *
 * Null when the path does not exist: the text is not a manifest, or something on the path is not an object.
 */
export function withValueAt(text: string, path: readonly string[], value: unknown): string | null {
  if (parseManifest(text) === null) return null
  let node = rootValue(parseTree(text))
  for (const [depth, segment] of path.entries()) {
    const container: Node | null = node && valueIn(node)
    if (!container) return null
    const next = stepInto(container, segment, text)
    if (!next) {
      if (container.name !== 'Object') return null
      const nested = path.slice(depth + 1).reduceRight((inner, key) => ({ [key]: inner }), value)
      return withProperty(text, container, depth, segment, nested)
    }
    node = next
  }
  const old = node && valueIn(node)
  return old && `${text.slice(0, old.from)}${valueText(value, path.length)}${text.slice(old.to)}`
}

/** Returns the first key of a snippet that the manifest already has; undefined when all are new. */
export function findConflictingKey(text: string, snippet: Record<string, unknown>): string | undefined {
  const manifest = parseManifest(text)
  return Object.keys(snippet).find((key) => manifest !== null && Object.hasOwn(manifest, key))
}

/** Appends a snippet's blocks to the manifest; null while the text is not a JSON object. */
export const withSnippet = (text: string, snippet: Record<string, unknown>): string | null =>
  Object.entries(snippet).reduce<string | null>(
    (current, [key, value]) => (current === null ? null : withValueAt(current, [key], value)),
    text,
  )

/**
 * Returns the smallest replacement that turns one string into the other, so that the cursor and the undo history
 * survive.
 */
export function diffTexts(before: string, after: string): { from: number; to: number; insert: string } {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) }
}
