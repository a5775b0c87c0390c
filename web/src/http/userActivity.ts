/** After this long without input, what the page loads by itself no longer counts as use of the session. */
const idleAfterMs = 60_000

const state = { lastInputAt: Date.now() }

/** Watches whether the user does something. */
export function watchUserActivity(target: EventTarget): void {
  const noteInput = () => {
    state.lastInputAt = Date.now()
  }
  for (const type of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'scroll']) {
    target.addEventListener(type, noteInput, { capture: true, passive: true })
  }
}

/**
 * Returns whether the user hasn't done anything on this page for a minute. If the clock was set back since their last
 * input, that is unknown, and the session must not stay alive because of it.
 */
export const isUserIdle = (): boolean => Math.abs(Date.now() - state.lastInputAt) >= idleAfterMs
