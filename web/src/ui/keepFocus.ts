import type { MouseEvent } from 'react'

/**
 * For `onMouseDown` of a button near fields: a press must not take the focus from a field, or its message would appear
 * and move the button from under the click.
 */
export const keepFocus = (event: MouseEvent): void => event.preventDefault()
