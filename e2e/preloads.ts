import { expect, type Page } from '@playwright/test'

declare global {
  /** The addresses that the document's scripts fetched. */
  var fetched: string[]
}

/** Runs in the browser. */
function observeFetches() {
  globalThis.fetched = []
  const { fetch } = globalThis
  globalThis.fetch = (input, init) => {
    globalThis.fetched.push(new Request(input).url)
    return fetch(input, init)
  }
}

/** Records the addresses that scripts fetch in every document that the page opens from now on. */
export const recordFetches = (page: Page): Promise<unknown> => page.addInitScript(observeFetches)

/** Returns the calls that the document names but that the page didn't use. */
function findWasted() {
  const preloaded = [...document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="fetch"]')]
  const sent = performance.getEntriesByType('resource').map(({ name }) => name)
  return preloaded.flatMap(({ href }) => {
    if (!globalThis.fetched.includes(href)) return [`the page doesn't call ${href}`]
    const times = sent.filter((name) => name === href).length
    return times === 1 ? [] : [`${href} was sent ${times} times`]
  })
}

/** Expects that the page uses the reply of every call that its document names (server/src/firstCalls.ts). */
export async function expectPreloadsUsed(page: Page): Promise<void> {
  expect.soft(await page.evaluate(findWasted), `calls that ${page.url()} preloads`).toEqual([])
}
