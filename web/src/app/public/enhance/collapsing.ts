import { collapsedPx } from '../../../reference/collapsed.ts'
import { onResizeEnd } from '../../../ui/onResizeEnd.ts'
import { fold } from './navigation.ts'
import { closest } from './targets.ts'

const selector = '[data-collapsible]'

const findToggle = ({ nextElementSibling: next }: Element) =>
  next instanceof HTMLButtonElement ? next : null

/** Reads all heights before changing any, because the browser would otherwise recompute the layout for each. */
function collapseTall() {
  const boxes = [...document.querySelectorAll(selector)]
  const heights = boxes.map(({ firstElementChild: text }) => text?.scrollHeight ?? 0)
  for (const [index, box] of boxes.entries()) {
    const isTall = (heights[index] ?? 0) > collapsedPx
    box.toggleAttribute('data-tall', isTall)
    const toggle = findToggle(box)
    if (toggle) toggle.hidden = !isTall
  }
}

/** Collapses tall texts behind their buttons. Returns a function that repeats this after the page has changed. */
export function addCollapsing(): () => void {
  collapseTall()
  onResizeEnd(collapseTall)
  // Keyboard focus must not land in the hidden part.
  document.addEventListener('focusin', (event) => {
    const box = closest(event, selector)
    const toggle = box && findToggle(box)
    if (toggle) fold(toggle, true)
  })
  return collapseTall
}
