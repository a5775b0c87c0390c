import { useEffect, useLayoutEffect, useRef } from 'react'

/** Returns whether to stop a navigation. */
type Blocks = (pathname: string) => boolean

/** The mounted blockers, oldest first. */
const blockers: { blocks: Blocks }[] = []

/** If several blockers would stop a navigation, only the newest does, so that the user answers once. */
export function useNewestBlocker(blocks: Blocks): Blocks {
  const blocker = useRef({ blocks })
  // Runs before the user can press Back, so that the latest input is included.
  useLayoutEffect(() => {
    blocker.current.blocks = blocks
  })
  useEffect(() => {
    const own = blocker.current
    blockers.push(own)
    return () => void blockers.splice(blockers.indexOf(own), 1)
  }, [])
  return (pathname) => blockers.findLast((each) => each.blocks(pathname)) === blocker.current
}
