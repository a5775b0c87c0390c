import { useEffect, useEffectEvent, useRef } from 'react'

export interface Stamped {
  updated_at: string
}

/** Updates a form when the stored state changes: immediately, or as soon as the form has nothing unsaved. */
export function useFollowStored<Thing extends Stamped>(
  stored: Thing,
  isUnsaved: boolean,
  adopt: (thing: Thing) => void,
): void {
  const followed = useRef(stored.updated_at)
  const follow = useEffectEvent(() => {
    if (isUnsaved || stored.updated_at === followed.current) return
    followed.current = stored.updated_at
    adopt(stored)
  })
  useEffect(() => follow(), [stored.updated_at, isUnsaved])
}
