import { cdp } from 'vitest/browser'

/** Turns forced colors on or off, as the contrast themes of Windows do. */
export async function emulateForcedColors(value: 'active' | 'none'): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] })
}

/** Sets the text size of the browser, in px. By default it is 16. */
export async function setTextSize(standard: number): Promise<void> {
  await cdp().send('Page.setFontSizes', { fontSizes: { standard } })
  // Chromium applies it to media queries immediately, but to the text only in a new document.
  document.documentElement.style.fontSize = `${standard}px`
}

/** Sets whether the system asks for less motion. Tests start with `reduce`. */
export async function emulateReducedMotion(value: 'reduce' | 'no-preference'): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] })
}
