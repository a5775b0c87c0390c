/** Fields that may show an error once they lose the focus. */
const fields =
  'input:not([type="checkbox"], [type="radio"], [type="file"], [type="submit"]), textarea, [contenteditable="true"]'

const choices = 'input:is([type="checkbox"], [type="radio"])'

interface Pressed {
  /** A click inside it belongs to the control. */
  area: Element
  control: HTMLElement
}

/** Returns the element that a press would click: a button, a link, a checkbox or radio, or its label. */
function findPressed(element: Element): Pressed | null {
  const area = element.closest<HTMLElement>(`button, a[href], summary, label, ${choices}`)
  if (area === null || area.closest('[draggable="true"]')) return null
  if (!(area instanceof HTMLLabelElement)) return { area, control: area }
  const { control } = area
  return control === null || control.matches(fields) ? null : { area, control }
}

/**
 * Lets a click reach the pressed element. When a field loses focus, its error may appear and move the page, so that
 * the button is no longer under the pointer on release. So a press leaves the focus in the field, and the click moves
 * it. Returns a function that stops this.
 */
export function guardClicks(): () => void {
  let pressed: Pressed | null = null
  const stop = new AbortController()
  document.addEventListener(
    'mousedown',
    (event) => {
      pressed = null
      // Some controls keep the focus in their field themselves.
      if (event.button !== 0 || event.defaultPrevented || !(event.target instanceof Element)) return
      if (!document.activeElement?.matches(fields)) return
      pressed = findPressed(event.target)
      if (pressed?.area.contains(document.activeElement)) pressed = null
      if (pressed !== null) event.preventDefault()
    },
    { signal: stop.signal },
  )
  const moveFocus = (target: EventTarget | null) => {
    if (pressed !== null && target instanceof Node && pressed.area.contains(target)) {
      pressed.control.focus({ preventScroll: true })
      // Chrome ignores a click on a label while text is selected, and the press didn't end the field's selection.
      if (pressed.area instanceof HTMLLabelElement) window.getSelection()?.removeAllRanges()
    }
    pressed = null
  }
  // Before the handlers of the control, which may open a dialog that returns the focus.
  document.addEventListener(
    'click',
    ({ target }) => {
      if (!pressed?.control.matches(choices)) moveFocus(target)
    },
    { capture: true, signal: stop.signal },
  )
  // Runs after the handlers of a checkbox, because rerendering before them would lose its new state.
  document.addEventListener('click', ({ target }) => moveFocus(target), { signal: stop.signal })
  return () => stop.abort()
}
