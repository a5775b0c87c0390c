import { closest } from './targets.ts'

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

const listEntries = (menu: Element) => [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')]

/** The popover opens and closes on its own. This moves the focus, as in every menu. */
function addMenuKeys() {
  document.addEventListener(
    'toggle',
    ({ target, newState }) => {
      if (target instanceof HTMLElement && target.role === 'menu' && newState === 'open') {
        listEntries(target)[0]?.focus()
      }
    },
    true,
  )
  document.addEventListener('keydown', (event) => {
    const menu = closest(event, '[role="menu"]')
    const step = steps[event.key]
    if (menu && step) {
      event.preventDefault()
      const entries = listEntries(menu)
      const at = entries.findIndex((entry) => entry === document.activeElement)
      entries[step(at, entries.length)]?.focus()
    }
    const button = closest<HTMLButtonElement>(event, 'button[aria-haspopup="menu"]')
    if (button && event.key === 'ArrowDown') {
      event.preventDefault()
      button.click()
    }
  })
}

/** Returns whether a click is beside an element. Those on its backdrop and on its padding have the same target. */
function isBeside({ clientX: x, clientY: y }: MouseEvent, element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return x < left || x > right || y < top || y > bottom
}

/** Opens the narrow menu as a modal dialog, which keeps the focus inside. */
function addDrawer() {
  document.addEventListener('click', (event) => {
    const button = closest<HTMLButtonElement>(event, 'button[popovertarget]')
    const drawer = button?.popoverTargetElement
    if (drawer instanceof HTMLDialogElement) {
      event.preventDefault()
      if (drawer.open) drawer.close()
      else drawer.showModal()
    }
    const { target } = event
    if (target instanceof HTMLDialogElement && isBeside(event, target)) target.close()
  })
}

export function addMenus(): void {
  addMenuKeys()
  addDrawer()
}
