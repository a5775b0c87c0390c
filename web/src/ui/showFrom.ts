/** Focuses a box and scrolls to its start, even when it is taller than the screen. */
export function showFrom(box: HTMLElement | null): void {
  box?.focus({ preventScroll: true })
  box?.scrollIntoView({ block: 'start' })
}
