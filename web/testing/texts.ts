import type { Locator } from 'vitest/browser'

/** Returns the text of each element without spaces around it, in the order of the page. */
export const texts = (locator: Locator): string[] => locator.elements().map((each) => each.textContent.trim())
