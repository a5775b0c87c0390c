import type { ManifestContent } from '@trestle/domain/manifests/contract.ts'
import { maxManifestDepth, readManifestText } from '@trestle/domain/manifests/document.ts'
import { readJsonText, tokenize } from '@trestle/domain/manifests/jsonText.ts'

export const indentWidth = 2

/** The manifest a text holds; null while it cannot be read without losing something. */
export const manifestIn = (text: string): ManifestContent | null => readManifestText(text).content

/** The text the editor shows; null for content that no JSON can hold (ERR-21). */
export function manifestText(content: unknown): string | null {
  try {
    // Typed as text, but a function or undefined gives undefined.
    const text: string | undefined = JSON.stringify(content, null, indentWidth)
    return text ?? null
  } catch {
    return null
  }
}

const isClosing = (mark: string) => mark === '}' || mark === ']'

/** The whitespace between two tokens. */
function gapBetween(before: string, mark: string, depth: number): string {
  const line = `\n${' '.repeat(depth * indentWidth)}`
  if (before === '{' || before === '[') return isClosing(mark) ? '' : line
  if (before === ',' || isClosing(mark)) return line
  return before === ':' ? ' ' : ''
}

/**
 * The same text on lines of its own for each value; null while it is no JSON.
 *
 * Moves the tokens and leaves each as it was written: a key that is there twice stays there twice.
 */
export function formattedText(text: string): string | null {
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
