import type { MouseEvent } from 'react'

/**
 * Use it for `onMouseDown` of a button after whose click the focus stays in its field. Other buttons don't need it:
 * `guardClicks` lets their clicks arrive.
 */
export const keepFocus = (event: MouseEvent): void => event.preventDefault()
