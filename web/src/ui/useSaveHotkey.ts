import { useHotkeys } from '@mantine/hooks'

const dialogAround = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest('[aria-modal=true]') : null

/**
 * Saves with Ctrl+S, which keeps the browser's own dialog closed even if `save` finds no changes. With false, the
 * browser handles the key. A key pressed in a dialog saves only a form in that dialog, not one behind it. Without
 * `findForm`, the saved form is on the page.
 */
export function useSaveHotkey(save: (() => void) | false, findForm: () => Element | null = () => null): void {
  const press = ({ target }: KeyboardEvent) => {
    if (save && dialogAround(target) === dialogAround(findForm())) save()
  }
  useHotkeys(save ? [['mod+S', press]] : [], [])
}
