import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Sections are drawn once they are near, and push each other about: so long the place one came for is held. */
const settlesWithinMs = 1500

/** What the reader does themselves ends it. */
const ownMoves = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

function pinInView(target: Element): () => void {
  const look = () => target.scrollIntoView()
  const observer = new ResizeObserver(look)
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

/** The browser looks for the place an address names before the page has come: it is sent there once it has. */
export function useScrollToHash(isThere: boolean): void {
  const { hash, key = '' } = useLocation({ select: ({ hash, state }) => ({ hash, key: state.__TSR_key }) })
  useEffect(() => {
    if (!isThere || hash === '') return undefined
    let release = () => {}
    // The router puts a new page at its top after this one is drawn.
    const frame = requestAnimationFrame(() => {
      const target = document.getElementById(hash)
      if (target) release = pinInView(target)
    })
    return () => {
      cancelAnimationFrame(frame)
      release()
    }
  }, [isThere, hash, key])
}
