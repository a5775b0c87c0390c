import { closest } from './targets.ts'

const openers = () => [...document.querySelectorAll<HTMLAnchorElement>('[data-enlarge]')]

/** The position of the picture in the dialog. */
const shown = { at: 0 }

function show(dialog: HTMLDialogElement, at: number) {
  const all = openers()
  shown.at = (at + all.length) % all.length
  const opener = all[shown.at]
  const image = dialog.querySelector('img')
  const caption = dialog.querySelector('figcaption')
  if (!opener || !image || !caption) return
  const small = opener.querySelector('img')
  image.src = opener.href
  image.alt = small?.alt ?? ''
  for (const side of ['width', 'height'] as const) {
    const size = small?.getAttribute(side)
    if (size) image.setAttribute(side, size)
    else image.removeAttribute(side)
  }
  caption.textContent = opener.dataset['enlarge'] ?? ''
}

interface EnlargedState {
  enlarged: number
}

/** Returns the position of the picture that the current entry of the history enlarges. */
const enlargedNow = () => (history.state as Partial<EnlargedState> | null)?.enlarged

/**
 * Opens the dialog as an entry of the history, so that Back closes it instead of leaving the page. The app uses its
 * router for the same (CloseOnBack.tsx), which static pages don't load.
 */
function open(dialog: HTMLDialogElement, at: number) {
  history.pushState({ enlarged: at } satisfies EnlargedState, '')
  follow(dialog)
}

/** Opens or closes the dialog as the current entry of the history says. */
function follow(dialog: HTMLDialogElement) {
  const at = enlargedNow()
  if (at === undefined) return dialog.close()
  show(dialog, at)
  if (!dialog.open) dialog.showModal()
}

function onClick(event: MouseEvent, dialog: HTMLDialogElement) {
  const opener = closest<HTMLAnchorElement>(event, '[data-enlarge]')
  if (opener && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault()
    open(dialog, openers().indexOf(opener))
  }
  const move = closest(event, '[data-move]')
  if (move) show(dialog, shown.at + Number(move.dataset['move']))
  if (closest(event, '[data-close]')) dialog.close()
}

/** Shows screenshots enlarged in a dialog. */
export function addGallery(): void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog[data-gallery]')
  if (!dialog) return
  document.addEventListener('click', (event) => onClick(event, dialog))
  window.addEventListener('popstate', () => follow(dialog))
  dialog.addEventListener('close', () => {
    if (enlargedNow() !== undefined) history.back()
  })
  document.addEventListener('keydown', (event) => {
    if (!dialog.open) return
    if (event.key === 'ArrowLeft') show(dialog, shown.at - 1)
    if (event.key === 'ArrowRight') show(dialog, shown.at + 1)
  })
  // The page may have been reloaded with the dialog open.
  follow(dialog)
}
