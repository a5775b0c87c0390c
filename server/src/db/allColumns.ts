type Unqualified<Name extends string> = Name extends `${string}.${infer Column}` ? Column : Name

type Missing<Row, Name extends string> = Exclude<keyof Row, Unqualified<Name>>

type NoneMissing<Row, Name extends string> = [Missing<Row, Name>] extends [never]
  ? unknown
  : { 'missing columns': Missing<Row, Name> }

/**
 * Returns these column names, which must be all columns of a row. Otherwise a type error names the missing ones.
 * Statements that select `*` aren't prepared.
 */
export const allColumns =
  <Row>() =>
  <const Names extends readonly string[]>(names: Names & NoneMissing<Row, Names[number]>): Names =>
    names
