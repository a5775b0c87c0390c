/** Returns the element with this selector that an event happened in. */
export function closest<Found extends HTMLElement>({ target }: Event, selector: string): Found | null {
  return target instanceof Element ? target.closest<Found>(selector) : null
}
