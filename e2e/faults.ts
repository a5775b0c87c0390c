import { expect, type Page } from './fixtures.ts'

/** The text for a missing chunk. */
export const reloadText = 'Error loading JavaScript module bundle. Please reload the page.'

/** The text for every other fault, on a server without a DSN: it reports nothing. */
export const globalText = 'The application has encountered an error.'

export const topBar = (page: Page) => page.getByRole('banner').getByRole('navigation', { name: 'Main' })

/**
 * Expects only errors caught by a boundary in the console, which React logs. Any other error there still fails the
 * test.
 */
export function expectOnlyCaught(consoleErrors: string[], caught = /planted fault/) {
  expect(consoleErrors.filter((error) => !caught.test(error))).toEqual([])
  consoleErrors.length = 0
}
