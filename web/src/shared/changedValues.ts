import { isSame } from '../ui/isSame.ts'

/** Returns only the fields that differ, so that a save overwrites nothing that its user didn't edit. */
export function changedValues<Values extends object>(values: Values, stored: Values): Partial<Values> {
  const changed: Partial<Values> = {}
  for (const field in values) if (values[field] !== stored[field]) changed[field] = values[field]
  return changed
}

/** Returns whether everything that the user edited is stored already, such as by a save whose reply got lost. */
export function holdsChanges<Values extends object>(now: Values, edited: Values, before: Values): boolean {
  const changes = Object.entries(changedValues(edited, before))
  return changes.length > 0 && changes.every(([field, value]) => isSame(Reflect.get(now, field), value))
}
