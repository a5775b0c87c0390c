import type { Page } from '@playwright/test'
import axe from 'axe-core'

/**
 * What axe finds on the page, a line each. Axe is put into a document once, however often it is scanned, and runs
 * there whole: the portal has no frames.
 */
export async function axeFindings(page: Page, rules: axe.RunOnly): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(findings, rules)
}

/** Runs in the browser. */
async function findings(rules: axe.RunOnly): Promise<string[]> {
  const { run } = (window as unknown as { axe: typeof axe }).axe
  const { violations } = await run(document, { runOnly: rules, resultTypes: ['violations'] })
  const popup = /data-portal|data-menu-dropdown|mantine-(Popover|Menu|Tooltip|Notification|Modal)/
  const isInHeader = (place: unknown) => document.querySelector(String(place))?.closest('header') !== null
  // Popups float above the landmarks; the header stays while what is below it scrolls, and is no neighbour of it.
  const isHarmless = (id: string, { html, any }: axe.NodeResult) => {
    const neighbours = any.flatMap(({ relatedNodes }) => relatedNodes ?? [])
    if (id === 'target-size' && neighbours.length > 0) {
      return neighbours.every(({ target }) => isInHeader(target.join(' ')))
    }
    return id === 'region' && popup.test(html)
  }
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter((node) => !isHarmless(id, node))
      .map(({ target, failureSummary }) => `${id}: ${target.join(' ')} (${failureSummary ?? ''})`),
  )
}
