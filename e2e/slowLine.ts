import type { Page } from '@playwright/test'

const latencyMs = 40
const fastLine = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }

/**
 * How long the line stays slow. If Chromium's network process waits 250 ms for the processor just after the emulation
 * began, the emulation may hold back all replies as long as it lasts. A page that hangs for another reason still hangs
 * after that.
 */
const slowForMs = 5000

interface SlowLineOptions {
  isFirstVisit?: boolean
  bytesPerSecond?: number
}

/** Loads a page on a line slow enough to see what replaces what. */
export async function onSlowLine(
  page: Page,
  load: () => Promise<void>,
  { isFirstVisit = false, bytesPerSecond = 2_500_000 }: SlowLineOptions = {},
): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.enable')
  if (isFirstVisit) await browser.send('Network.clearBrowserCache')
  await browser.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  // The page may have been closed.
  const speedUp = () => void browser.send('Network.emulateNetworkConditions', fastLine).catch(() => undefined)
  const timer = setTimeout(speedUp, slowForMs)
  await load().finally(() => clearTimeout(timer))
  await browser.detach()
}
