import type { ManifestContent } from '@trestle/domain/manifests/contract.ts'
import { isObject } from '@trestle/domain/manifests/json.ts'

export const indentWidth = 2

/** The manifest a text holds; null while it is no JSON object. */
export function manifestIn(text: string): ManifestContent | null {
  try {
    const manifest: unknown = JSON.parse(text)
    return isObject(manifest) ? manifest : null
  } catch {
    return null
  }
}

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

/** The same manifest with tidy lines; null while the text is no JSON. */
export function formattedText(text: string): string | null {
  try {
    return manifestText(JSON.parse(text))
  } catch {
    return null
  }
}
