import type { ManifestContent } from '@trestle/domain/manifests/contract.ts'
import { maxManifestDepth, readManifestText } from '@trestle/domain/manifests/document/document.ts'
import { readJsonText, tokenize } from '@trestle/domain/json/jsonText.ts'

export const indentWidth = 2

/** Parses a manifest; null when the text can't be read without losing something. */
export const parseManifest = (text: string): ManifestContent | null => readManifestText(text).content

/** Returns the text the editor shows; null for content that JSON can't represent (ERR-21). */
export function stringifyManifest(content: unknown): string | null {
  try {
    // Typed as a string, but `JSON.stringify` returns undefined for undefined or a function.
    const text: string | undefined = JSON.stringify(content, null, indentWidth)
    return text ?? null
  } catch {
    return null
  }
}

const isClosing = (mark: string) => mark === '}' || mark === ']'

/** Returns the whitespace between two tokens. */
function gapBetween(before: string, mark: string, depth: number): string {
  const line = `\n${' '.repeat(depth * indentWidth)}`
  if (before === '{' || before === '[') return isClosing(mark) ? '' : line
  if (before === ',' || isClosing(mark)) return line
  return before === ':' ? ' ' : ''
}

/**
 * Formats a string with one value per line; null while it is not JSON.
 *
 * Moves the tokens without changing them, so duplicate keys stay.
 */
export function formatText(text: string): string | null {
  if (readJsonText(text, maxManifestDepth).problem !== null) return null
  const parts: string[] = []
  let depth = 0
  let before = ''
  for (const { kind, from, to } of tokenize(text)) {
    if (isClosing(kind)) depth -= 1
    parts.push(gapBetween(before, kind, depth), text.slice(from, to))
    if (kind === '{' || kind === '[') depth += 1
    before = kind
  }
  return parts.join('')
}
