import type { UseFormReturnType } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { conflictingState } from '../http/callError.ts'
import type { LazySchema } from '../ui/lazySchema.ts'
import { useSchemaForm } from '../ui/useSchemaForm.ts'
import { changedValues, holdsChanges } from './changedValues.ts'
import { refill } from './refill.ts'
import { useFollowStored, type Stamped } from './useFollowStored.ts'
import { useStaleChoice } from './useStaleChoice.ts'

interface StaleSave<Values, Thing> {
  /** The state the form was filled from. */
  stored: Thing
  save: (values: Values, unchangedSince: string) => Promise<Thing>
  /** Returns the stored state that a refused save came with. */
  findCurrent?: (error: unknown) => Thing | null
  /** Returns whether the values are stored already, so that there is nothing to choose. */
  isStored?: (current: Thing, values: Values) => boolean
  /** Refills the form after a save of `submitted`, or to reload it. */
  onStored: (thing: Thing, submitted?: Values) => void
}

/** Saves with the timestamp of the loaded state, and offers a choice if someone else has saved since. */
export function useStaleSave<Values, Thing extends Stamped>({
  stored,
  save,
  findCurrent = conflictingState<Thing>,
  isStored = () => false,
  onStored,
}: StaleSave<Values, Thing>) {
  const [since, setSince] = useState(stored.updated_at)
  const [refused, setRefused] = useState<{ values: Values } | null>(null)
  const choice = useStaleChoice<Thing>()
  const queryClient = useQueryClient()
  const settle = (thing: Thing, submitted?: Values) => {
    setSince(thing.updated_at)
    choice.close()
    onStored(thing, submitted)
  }
  const attempt = async (values: Values, unchangedSince: string): Promise<boolean> => {
    try {
      settle(await save(values, unchangedSince), values)
      return true
    } catch (error) {
      const current = findCurrent(error)
      if (!current) throw error
      if (current.updated_at !== unchangedSince && isStored(current, values)) {
        return attempt(values, current.updated_at)
      }
      choice.ask(current)
      setRefused({ values })
      return false
    }
  }
  const overwrite = async (current: Thing) => {
    if (refused) await attempt(refused.values, current.updated_at)
  }
  return {
    /** Returns false if it asks first. */
    submit: (values: Values) => attempt(values, since),
    /** Adopts a newer state that this form didn't save. The form has nothing unsaved. */
    adopt: (thing: Thing) => {
      if (thing.updated_at > since) settle(thing)
    },
    dialog: choice.dialog({
      reload: (current) => {
        settle(current)
        // The rest of the page, such as its title, shows the state before the other change.
        void queryClient.invalidateQueries()
      },
      overwrite,
    }),
  }
}

interface StoredForm<Values, Thing> extends Omit<StaleSave<Values, Thing>, 'onStored' | 'save' | 'isStored'> {
  /** Saves only what the user edited, so that it overwrites nothing else. */
  save: (changed: Partial<Values>, unchangedSince: string) => Promise<Thing>
  /** Validates the form's values, unless only the server does. */
  fields: LazySchema | null
  toValues: (thing: Thing) => Values
}

/**
 * Creates the form of a stored object: filled from it, saved with its timestamp, and refilled from the saved state.
 * While nothing is unsaved, it follows the stored state.
 */
export function useStoredForm<Values extends Record<string, unknown>, Thing extends Stamped>({
  fields,
  toValues,
  save,
  ...options
}: StoredForm<Values, Thing>) {
  const form: UseFormReturnType<Values> = useSchemaForm(fields, toValues(options.stored))
  const { adopt, ...stale } = useStaleSave<Values, Thing>({
    ...options,
    save: (values, since) => save(changedValues(values, form.getInitialValues()), since),
    isStored: (current, values) => holdsChanges(toValues(current), values, form.getInitialValues()),
    onStored: (thing, submitted) => refill(form, toValues(thing), submitted),
  })
  useFollowStored(options.stored, form.isDirty() || form.submitting, adopt)
  return { form, ...stale }
}
