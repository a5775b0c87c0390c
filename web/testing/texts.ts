import type { Locator } from 'vitest/browser'

/** Returns the trimmed text of each element, in page order. */
export const texts = (locator: Locator): string[] => locator.elements().map((each) => each.textContent.trim())
