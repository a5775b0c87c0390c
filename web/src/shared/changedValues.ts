/** Returns only the fields that differ, so that a save overwrites nothing that its user didn't edit. */
export function changedValues<Values extends object>(values: Values, stored: Values): Partial<Values> {
  const changed: Partial<Values> = {}
  for (const field in values) if (values[field] !== stored[field]) changed[field] = values[field]
  return changed
}
