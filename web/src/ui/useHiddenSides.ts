import { useCallback, useState, type RefCallback } from 'react'
import { flushSync } from 'react-dom'

interface HiddenSides {
  before: boolean
  after: boolean
}

/** Returns on which sides of a horizontally scrolling box content is hidden. Attach the ref to the box. */
export function useHiddenSides(): [ref: RefCallback<HTMLElement>, hidden: HiddenSides] {
  const [hidden, setHidden] = useState<HiddenSides>({ before: false, after: false })
  const ref = useCallback((box: HTMLElement | null) => {
    if (!box) return undefined
    const update = () => {
      // One pixel of tolerance, because fractional positions are rounded.
      const before = box.scrollLeft > 1
      const after = box.scrollLeft + box.clientWidth < box.scrollWidth - 1
      setHidden((was) => (was.before === before && was.after === after ? was : { before, after }))
    }
    // Also calls back initially, after the browser's layout. Asking earlier would force another layout. The browser
    // paints only then, so that content that depends on the sides doesn't move.
    const observer = new ResizeObserver(() => flushSync(update))
    observer.observe(box)
    for (const child of box.children) observer.observe(child)
    box.addEventListener('scroll', update, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', update)
    }
  }, [])
  return [ref, hidden]
}
