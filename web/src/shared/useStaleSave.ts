import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import { conflictingState } from '../http/reply.ts'

interface Stamped {
  updated_at: string
}

interface Options<Values, Thing> {
  schema: z.ZodType<Thing>
  /** The state the form was filled from. */
  stored: Thing
  save: (values: Values, unchangedSince: string) => Promise<Thing>
  /** Refills the form after a save or a reload. */
  onStored: (thing: Thing) => void
}

/** Saves with the timestamp of the loaded state, and offers a choice if someone else saved meanwhile. */
export function useStaleSave<Values, Thing extends Stamped>({
  schema,
  stored,
  save,
  onStored,
}: Options<Values, Thing>) {
  const since = useRef(stored.updated_at)
  const [stale, setStale] = useState<{ current: Thing; values: Values } | null>(null)
  const settle = (thing: Thing) => {
    since.current = thing.updated_at
    setStale(null)
    onStored(thing)
  }
  const submit = async (values: Values): Promise<void> => {
    try {
      settle(await save(values, since.current))
    } catch (error) {
      const current = conflictingState(error, schema)
      if (!current) throw error
      setStale({ current, values })
    }
  }
  return {
    submit,
    isStale: stale !== null,
    /** Takes over a stored state that changed without this form's save. The form has nothing unsaved. */
    adopt: (thing: Thing) => {
      if (thing.updated_at !== since.current) settle(thing)
    },
    keep: () => setStale(null),
    reload: () => {
      if (stale) settle(stale.current)
    },
    overwrite: async () => {
      if (!stale) return
      since.current = stale.current.updated_at
      await submit(stale.values)
    },
  }
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
