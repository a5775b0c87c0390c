import { followArrows } from '../../../documentation/resultKeys.ts'
import { closest } from './targets.ts'

/** Opens or collapses the element that a button controls. */
export function fold(button: HTMLElement, isOpen: boolean): void {
  button.ariaExpanded = String(isOpen)
  document.getElementById(button.getAttribute('aria-controls') ?? '')?.toggleAttribute('data-open', isOpen)
}

/** Collapses the pages of an area behind their button in the narrow layout. */
function addFolding() {
  const selector = 'button[aria-controls][aria-expanded]'
  document.addEventListener('click', (event) => {
    const button = closest(event, selector)
    if (button) fold(button, button.ariaExpanded !== 'true')
  })
  document.addEventListener('keydown', (event) => {
    const button = closest(event, 'nav')?.querySelector<HTMLElement>(selector)
    if (event.key !== 'Escape' || button?.ariaExpanded !== 'true') return
    fold(button, false)
    button.focus()
  })
}

/** Scrolls the current entry into view in its box, without scrolling the page. */
function showCurrentEntry() {
  for (const nav of document.querySelectorAll('main nav')) {
    const entry = nav.querySelector('[aria-current="page"]')
    if (!entry) continue
    const inside = nav.getBoundingClientRect()
    const { top, bottom } = entry.getBoundingClientRect()
    if (top < inside.top || bottom > inside.bottom) nav.scrollTop += top - inside.top - inside.height / 3
  }
}

export function addNavigation(): void {
  showCurrentEntry()
  addFolding()
  document.addEventListener('keydown', (event) => {
    const parent = closest(event, '[data-arrows]')
    if (parent) followArrows(parent, event)
  })
}
