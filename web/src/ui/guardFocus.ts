/** How long the code that removed an element has to move the focus itself. */
const settleMs = 50

/** Returns the element and everything around it, without the body. */
const listAround = (element: Element | null): Element[] =>
  element === null || element === document.body ? [] : [element, ...listAround(element.parentElement)]

/** Moves the focus to the element if it can have it, or to its heading, which a screen reader then reads. */
function focusWithin(element: Element): boolean {
  const heading = element.querySelector<HTMLElement>('h1, h2, h3, h4')
  const target = element instanceof HTMLElement && element.hasAttribute('tabindex') ? element : heading
  if (!target?.checkVisibility()) return false
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1
  target.focus({ preventScroll: true })
  return document.activeElement === target
}

/**
 * Moves the focus when the focused element disappears, such as a row with the button that removed it: to the nearest
 * thing around it. Browsers leave it nowhere, so that screen readers start again at the top of the page. Returns how to
 * stop.
 */
export function guardFocus(): () => void {
  /** The focused element and its ancestors, which no longer tell where it was once it is gone. */
  let last: Element[] = []
  /** The same for the last one that was not in a dialog or menu, which is in no part of the page. */
  let lastOnPage: Element[] = []
  const stop = new AbortController()
  const isLost = () => document.activeElement === document.body && last[0]?.isConnected === false
  const onFocusIn = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return
    last = listAround(target)
    if (!target.closest('[data-portal]')) lastOnPage = last
  }
  const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) return
    // Someone who clicks beside an element has left it; one that is removed or disabled is left by the browser.
    queueMicrotask(() => {
      const isLeft = target instanceof Element && target.isConnected && !target.matches(':disabled')
      if (isLeft && document.activeElement === document.body) last = []
    })
  }
  const move = () => {
    if (isLost()) [...last, ...lastOnPage].some((each) => each.isConnected && focusWithin(each))
  }
  const observer = new MutationObserver(() => {
    if (isLost()) setTimeout(move, settleMs)
  })
  observer.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', onFocusIn, stop)
  document.addEventListener('focusout', onFocusOut, stop)
  return () => {
    observer.disconnect()
    stop.abort()
  }
}
