/** Focuses a box and shows it from its beginning, also where it is longer than the screen. */
export function showFrom(box: HTMLElement | null): void {
  box?.focus({ preventScroll: true })
  box?.scrollIntoView({ block: 'start' })
}
