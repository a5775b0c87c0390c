import { hydrationRootId } from '../hydrationRoot.ts'
import { closest } from './targets.ts'

const early = `#${hydrationRootId}:not([data-hydrated]) button`

/**
 * Remembers the last button that was pressed before React handles the page, so that hydrateAccountPage.ts presses it
 * again. Enter in a field presses the button of its form.
 */
export function addEarlyClicks(): void {
  const onClick = (event: Event) => {
    const button = closest(event, early)
    if (!button) return
    event.preventDefault()
    for (const each of document.querySelectorAll('[data-pressed]')) each.removeAttribute('data-pressed')
    button.dataset['pressed'] = ''
  }
  document.addEventListener('click', onClick, { capture: true })
}
