/** Focuses a box and scrolls to it, if it isn't in view, or to the start of one that is taller than the screen. */
export function showFrom(box: HTMLElement | null): void {
  if (!box) return
  box.focus({ preventScroll: true })
  box.scrollIntoView({ block: box.offsetHeight > window.innerHeight ? 'start' : 'nearest' })
}
