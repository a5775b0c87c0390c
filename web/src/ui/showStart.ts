/** Scrolls to the start of a list if it is above what is visible below the header. */
export function showStart(list: Element | null | undefined): void {
  const below = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0
  if (list && list.getBoundingClientRect().top < below) list.scrollIntoView({ block: 'start' })
}
