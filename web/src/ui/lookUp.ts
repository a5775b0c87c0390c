/**
 * Looks up a server value, or returns undefined: despite the types, a newer server may send values that this page
 * does not know.
 */
export const lookUp = <Entry>(table: Record<string, Entry>, value: string): Entry | undefined =>
  Object.hasOwn(table, value) ? table[value] : undefined
