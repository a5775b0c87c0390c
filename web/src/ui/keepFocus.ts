import type { MouseEvent } from 'react'

/**
 * Use it for `onMouseDown` of a button near fields: blur would show the field's error and move the button from under
 * the click.
 */
export const keepFocus = (event: MouseEvent): void => event.preventDefault()
