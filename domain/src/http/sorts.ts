/** Returns the values of a sort by one of these columns, descending with a leading minus (CONST-06). */
export const sortsBy = <const Column extends string>(...columns: Column[]): (Column | `-${Column}`)[] =>
  columns.flatMap((column): (Column | `-${Column}`)[] => [column, `-${column}`])
