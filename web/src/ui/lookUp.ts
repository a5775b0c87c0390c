/**
 * Returns what a table holds for a value of the server's, or undefined where it holds nothing: a newer server has
 * values this page does not know, whatever the type says.
 */
export const lookUp = <Entry>(table: Record<string, Entry>, value: string): Entry | undefined =>
  Object.hasOwn(table, value) ? table[value] : undefined
