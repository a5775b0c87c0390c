import { useEffect, useEffectEvent } from 'react'

export interface Stamped {
  updated_at: string
}

/** Updates a form without unsaved input when the stored state changes. */
export function useFollowStored<Thing extends Stamped>(
  stored: Thing,
  isUnsaved: boolean,
  adopt: (thing: Thing) => void,
): void {
  const follow = useEffectEvent(() => {
    if (!isUnsaved) adopt(stored)
  })
  useEffect(() => follow(), [stored.updated_at])
}
