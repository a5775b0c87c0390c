import { useEffect } from 'react'

interface OpenDialog {
  close: () => void
  onTop: boolean
}

/** The open dialogs, oldest first. */
const dialogs: OpenDialog[] = []

/**
 * Some parts of dialogs, such as an open list, handle Escape themselves and mark it as Mantine does. The browser's
 * own dialogs, which are above all others, also handle it.
 */
const isTaken = ({ target }: KeyboardEvent) =>
  (target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true') ||
  document.querySelector('dialog:modal') !== null

function press(event: KeyboardEvent) {
  if (event.key !== 'Escape' || event.isComposing || isTaken(event)) return
  const top = dialogs.findLast(({ onTop }) => onTop) ?? dialogs.at(-1)
  top?.close()
}

/**
 * Calls `close`, which must stay the same, on Escape while no dialog is above this one. Mantine listens for each
 * dialog separately, so that one Escape would close all of them.
 */
export function useEscape(opened: boolean, close: () => void, onTop = false): void {
  useEffect(() => {
    if (!opened) return
    const own = { close, onTop }
    if (dialogs.length === 0) window.addEventListener('keydown', press, { capture: true })
    dialogs.push(own)
    return () => {
      dialogs.splice(dialogs.indexOf(own), 1)
      if (dialogs.length === 0) window.removeEventListener('keydown', press, { capture: true })
    }
  }, [opened, close, onTop])
}
