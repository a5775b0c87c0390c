/** Marks the links that the arrow keys move through. */
export const resultMark = { 'data-result': true }

/** Moves the focus between the search box and its results, inside their common parent. */
export function followArrows(
  parent: HTMLElement,
  event: Pick<KeyboardEvent, 'key' | 'preventDefault'>,
): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const stops = [...parent.querySelectorAll<HTMLElement>('input[type="search"], a[data-result]')]
  const index = stops.findIndex((stop) => stop === document.activeElement)
  const next = stops[index + step]
  if (index === -1 || !next) return
  event.preventDefault()
  next.focus()
}
