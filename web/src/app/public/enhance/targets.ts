/** Returns the element with this selector that an event happened in. */
export function closest<Match extends HTMLElement>({ target }: Event, selector: string): Match | null {
  return target instanceof Element ? target.closest<Match>(selector) : null
}
