import { expect } from 'vitest'
import type { Locator } from 'vitest/browser'

/**
 * Expects that a button copies this text. Clicks it again if something else is in the clipboard, which tests in other
 * pages share.
 */
export async function expectCopied(button: Locator, text: string): Promise<void> {
  const copy = async () => {
    await button.click()
    return navigator.clipboard.readText()
  }
  await expect.poll(copy).toBe(text)
}
