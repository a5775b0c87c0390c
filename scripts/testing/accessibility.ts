import type axe from 'axe-core'

export const accessibilityTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The only rules that dark mode can violate. */
export const colorRules = ['color-contrast', 'link-in-text-block']

/** The rules to run and the ones to skip. */
export interface Scan {
  rules: axe.RunOnly
  except: readonly string[]
}

/**
 * Returns what axe finds in the document, one line per finding. It runs in a browser with `window.axe` and is sent
 * there as text, so it must not use anything else in this module.
 */
export async function findViolations({ rules, except }: Scan): Promise<string[]> {
  const { run } = (window as unknown as { axe: typeof axe }).axe
  const { violations } = await run(document, {
    runOnly: rules,
    rules: Object.fromEntries(except.map((id) => [id, { enabled: false }])),
    resultTypes: ['violations'],
    // Style sheets are preloaded only for an experimental rule, which isn't used.
    preload: { assets: ['media'] },
  })
  const popup = /data-portal|data-menu-dropdown|mantine-(Popover|Menu|Tooltip|Notification|Modal)/
  // Elements that stay in place while the rest scrolls: a header, a bar, a dialog.
  const staying = (selector: string): Element | null => {
    let at = document.querySelector(selector)
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

/** Returns how many animations will end. Those that don't, such as a spinner's, are not counted. Runs in a browser. */
export const countAnimations = (): number =>
  document
    .getAnimations()
    .filter(({ playState, effect }) => playState === 'running' && effect?.getTiming().iterations !== Infinity)
    .length
