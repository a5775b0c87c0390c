/** Returns whether the browser would ask before it closes the page, as it does for unsaved input. */
export function asksBeforeClosing(): boolean {
  const closing = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(closing)
  return closing.defaultPrevented
}
