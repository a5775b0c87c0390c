import { useEffect } from 'react'

/** The browser looks for the place an address names before the page has come: it is sent there once it has. */
export function useArrival(isThere: boolean): void {
  useEffect(() => {
    const anchor = decodeURIComponent(window.location.hash.slice(1))
    if (!isThere || anchor === '') return undefined
    // The router puts a new page at its top after this one is drawn.
    const frame = requestAnimationFrame(() => document.getElementById(anchor)?.scrollIntoView())
    return () => cancelAnimationFrame(frame)
  }, [isThere])
}
