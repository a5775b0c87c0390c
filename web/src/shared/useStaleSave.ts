import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useEffectEvent, useState } from 'react'
import type { z } from 'zod'
import { conflictingState } from '../http/reply.ts'
import { useSchemaForm } from '../ui/useSchemaForm.ts'

interface Stamped {
  updated_at: string
}

interface Choice<Thing> {
  /** Takes over what someone else saved. */
  reload: (current: Thing) => void
  /** Saves over it. */
  overwrite: (current: Thing) => Promise<void>
}

/** Asks whether to reload, overwrite or keep editing when someone else saved first. */
export function useStaleChoice<Thing>(schema: z.ZodType<Thing>) {
  const [current, setCurrent] = useState<Thing | null>(null)
  const close = () => setCurrent(null)
  return {
    /** Opens the question if the save was refused because someone else saved first. Returns whether it was. */
    ask: (error: unknown): boolean => {
      const conflicting = conflictingState(error, schema)
      if (conflicting) setCurrent(conflicting)
      return conflicting !== null
    },
    close,
    /** Returns the props of StaleSaveDialog. */
    dialog: ({ reload, overwrite }: Choice<Thing>) => ({
      opened: current !== null,
      onKeep: close,
      onReload: () => {
        if (current) reload(current)
      },
      onOverwrite: async () => {
        if (current) await overwrite(current)
      },
    }),
  }
}

interface StaleSave<Values, Thing> {
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
}: StaleSave<Values, Thing>) {
  const [since, setSince] = useState(stored.updated_at)
  const [refused, setRefused] = useState<{ values: Values } | null>(null)
  const choice = useStaleChoice(schema)
  const settle = (thing: Thing) => {
    setSince(thing.updated_at)
    choice.close()
    onStored(thing)
  }
  const attempt = async (values: Values, unchangedSince: string): Promise<void> => {
    try {
      settle(await save(values, unchangedSince))
    } catch (error) {
      if (!choice.ask(error)) throw error
      setRefused({ values })
    }
  }
  const overwrite = async (current: Thing) => {
    if (refused) await attempt(refused.values, current.updated_at)
  }
  return {
    submit: (values: Values) => attempt(values, since),
    /** Takes over a stored state that changed without this form's save. The form has nothing unsaved. */
    adopt: (thing: Thing) => {
      if (thing.updated_at !== since) settle(thing)
    },
    dialog: choice.dialog({ reload: settle, overwrite }),
  }
}

interface StoredForm<Values, Thing> extends Omit<StaleSave<Values, Thing>, 'onStored'> {
  /** Validates the form's values. */
  fields: z.ZodType
  toValues: (thing: Thing) => Values
}

/** Creates the form of something stored: filled from it, saved with its timestamp, refilled from what was saved. */
export function useStoredForm<Values extends Record<string, unknown>, Thing extends Stamped>({
  fields,
  toValues,
  ...options
}: StoredForm<Values, Thing>) {
  const form: UseFormReturnType<Values> = useSchemaForm(fields, toValues(options.stored))
  const stale = useStaleSave<Values, Thing>({
    ...options,
    onStored: (thing) => refill(form, toValues(thing)),
  })
  return { form, ...stale }
}

/** Replaces the values, which are then unchanged. */
export function refill<Values>(form: UseFormReturnType<Values>, values: Values): void {
  form.setInitialValues(values)
  form.reset()
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
