import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/** How long the target stays pinned in view, because sections render lazily and shift each other. */
const settlesWithinMs = 1500

/** Input that releases the target early. */
const ownMoves = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

function pinInView(target: Element): () => void {
  // The heading above a field must also be in view.
  const block = target === document.activeElement ? 'center' : 'start'
  const scroll = () => target.scrollIntoView({ block })
  const observer = new ResizeObserver(scroll)
  observer.observe(document.body)
  const release = () => {
    observer.disconnect()
    clearTimeout(timer)
    for (const move of ownMoves) window.removeEventListener(move, release)
  }
  const timer = setTimeout(release, settlesWithinMs)
  for (const move of ownMoves) window.addEventListener(move, release, { passive: true })
  return release
}

/**
 * Scrolls to the element the address names once the page has loaded, and focuses it if it is a field. The browser
 * only tries before that.
 */
export function useScrollToHash(isThere: boolean): void {
  const { hash, key = '' } = useLocation({ select: ({ hash, state }) => ({ hash, key: state.__TSR_key }) })
  useEffect(() => {
    if (!isThere || hash === '') return undefined
    let release = () => {}
    // The router scrolls a new page to the top after this render.
    const frame = requestAnimationFrame(() => {
      const target = document.getElementById(hash)
      target?.focus({ preventScroll: true })
      if (target) release = pinInView(target)
    })
    return () => {
      cancelAnimationFrame(frame)
      release()
    }
  }, [isThere, hash, key])
}
