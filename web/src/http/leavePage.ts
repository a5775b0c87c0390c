const state = { isLeaving: false }

/** Returns whether another document is loading. Refusals received meanwhile, such as after signing out, don't matter. */
export const isLeavingPage = (): boolean => state.isLeaving

/** Leaves the page for another document. */
export function leavePage(address: string): void {
  state.isLeaving = true
  window.addEventListener('pageshow', () => (state.isLeaving = false), { once: true })
  window.location.assign(address)
}
