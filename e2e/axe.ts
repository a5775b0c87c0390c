import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * Returns what axe finds on the page, one line per finding. Axe is injected into a document once, however often it is
 * scanned, and only into the top frame: the portal has no other frames.
 */
export async function axeFindings(
  page: Page,
  rules: axe.RunOnly,
  except: readonly string[] = [],
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(findings, { rules, except })
}

/** Runs in the browser. */
async function findings({
  rules,
  except,
}: {
  rules: axe.RunOnly
  except: readonly string[]
}): Promise<string[]> {
  const { run } = (window as unknown as { axe: typeof axe }).axe
  const { violations } = await run(document, {
    runOnly: rules,
    rules: Object.fromEntries(except.map((id) => [id, { enabled: false }])),
    resultTypes: ['violations'],
    // Style sheets are preloaded only for an experimental rule, which isn't asked for.
    preload: { assets: ['media'] },
  })
  const popup = /data-portal|data-menu-dropdown|mantine-(Popover|Menu|Tooltip|Notification|Modal)/
  // Elements that stay in place while the rest scrolls: a header, a bar, a dialog.
  const staying = (place: string): Element | null => {
    let at = document.querySelector(place)
    while (at && !/sticky|fixed/.test(getComputedStyle(at).position)) at = at.parentElement
    return at
  }
  // Popups float above the landmarks; an element that stays in place can cover what scrolls under it.
  const isHarmless = (id: string, { html, target, any }: axe.NodeResult) => {
    const neighbors = any.map(({ relatedNodes }) => relatedNodes ?? []).find(({ length }) => length > 0) ?? []
    if (id === 'target-size' && neighbors.length > 0) {
      const own = staying(target.join(' '))
      return neighbors.every((by) => {
        const stays = staying(by.target.join(' '))
        return stays !== null && stays !== own
      })
    }
    return id === 'region' && popup.test(html)
  }
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter((node) => !isHarmless(id, node))
      .map(({ target, failureSummary }) => `${id}: ${target.join(' ')} (${failureSummary ?? ''})`),
  )
}
