import type { KeyboardEvent } from 'react'

/** Marks the links that the arrow keys go through. */
export const resultMark = { 'data-result': true }

/** Up and down lead from the search box through what was found and back; give it to what holds both. */
export function followArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input[type="search"], a[data-result]')]
  const place = stops.findIndex((stop) => stop === document.activeElement)
  const next = stops[place + step]
  if (place === -1 || !next) return
  event.preventDefault()
  next.focus()
}
