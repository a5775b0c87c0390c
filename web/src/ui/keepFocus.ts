import type { MouseEvent } from 'react'

/**
 * Use it as `onMouseDown` of a button whose click leaves the focus in its field. Other buttons don't need it:
 * `guardClicks` lets their clicks arrive.
 */
export const keepFocus = (event: MouseEvent): void => event.preventDefault()
