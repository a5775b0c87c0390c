/** How long the code that removed or enabled an element may take to move the focus itself. */
const settleMs = 50

/** Returns the element and everything around it, without the body. */
const listAround = (element: Element | null): Element[] =>
  element === null || element === document.body ? [] : [element, ...listAround(element.parentElement)]

/**
 * Moves the focus to the element if it can have it, or to its heading, which a screen reader then reads. The main part
 * of a page can have it, but only its heading says what the page is about.
 */
function focusWithin(element: Element): boolean {
  const heading = element.querySelector<HTMLElement>('h1, h2, h3, h4')
  const canHaveIt = element instanceof HTMLElement && element.matches('[tabindex]:not(main)')
  const target = canHaveIt ? element : heading
  if (!target?.checkVisibility()) return false
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1
  target.focus({ preventScroll: true })
  return document.activeElement === target
}

/**
 * Moves the focus to the nearest enclosing element when the focused element disappears, such as a row with the
 * button that removed it. Returns it to an element that was disabled for a while, such as a button while its action
 * ran. Browsers leave the focus nowhere, so that screen readers start again at the top of the page. Returns a
 * function that stops this.
 */
export function guardFocus(): () => void {
  /** The focused element and its ancestors, recorded because they can't be determined once it is gone. */
  let last: Element[] = []
  /** The same for the last one that was not in a dialog or menu, which is in no part of the page. */
  let lastOnPage: Element[] = []
  const stop = new AbortController()
  const isNowhere = () => document.activeElement === document.body
  const isLost = () => isNowhere() && last[0]?.isConnected === false
  const onFocusIn = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return
    last = listAround(target)
    if (!target.closest('[data-portal]')) lastOnPage = last
  }
  const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) return
    // A click outside an element means that the user left it. If it is removed or disabled, the browser left it.
    queueMicrotask(() => {
      const isLeft = target instanceof Element && target.isConnected && !target.matches(':disabled')
      if (isLeft && isNowhere()) last = []
    })
  }
  /** Returns from a dialog to the element used before it, immediately or when it is enabled again. */
  const returnToPage = () => {
    const [element] = lastOnPage
    if (!(element instanceof HTMLElement) || !element.isConnected) return false
    element.focus({ preventScroll: true })
    if (!element.matches(':disabled')) return document.activeElement === element
    last = lastOnPage
    return true
  }
  const move = () => {
    if (!isLost() || returnToPage()) return
    ;[...last, ...lastOnPage].some((each) => each.isConnected && focusWithin(each))
  }
  const giveBack = (element: HTMLElement) => {
    if (isNowhere() && element === last[0]) element.focus({ preventScroll: true })
  }
  const observer = new MutationObserver((records) => {
    if (isLost()) setTimeout(move, settleMs)
    const [element] = last
    const isEnabled = element instanceof HTMLElement && !element.matches(':disabled')
    if (isEnabled && records.some(({ type, target }) => type === 'attributes' && target === element)) {
      setTimeout(giveBack, settleMs, element)
    }
  })
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  document.addEventListener('focusin', onFocusIn, stop)
  document.addEventListener('focusout', onFocusOut, stop)
  return () => {
    observer.disconnect()
    stop.abort()
  }
}
