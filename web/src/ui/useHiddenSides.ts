import { useCallback, useState, type RefCallback } from 'react'

interface HiddenSides {
  before: boolean
  after: boolean
}

/** On which sides of a box that scrolls sideways something is out of sight. Give the ref to the box. */
export function useHiddenSides(): [ref: RefCallback<HTMLElement>, hidden: HiddenSides] {
  const [hidden, setHidden] = useState<HiddenSides>({ before: false, after: false })
  const ref = useCallback((box: HTMLElement | null) => {
    if (!box) return undefined
    const look = () => {
      // A pixel either way, because positions between two pixels are rounded.
      const before = box.scrollLeft > 1
      const after = box.scrollLeft + box.clientWidth < box.scrollWidth - 1
      setHidden((was) => (was.before === before && was.after === after ? was : { before, after }))
    }
    const observer = new ResizeObserver(look)
    observer.observe(box)
    for (const child of box.children) observer.observe(child)
    box.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [])
  return [ref, hidden]
}
