/** The location of a difference: a wire path (`website_link.url`), empty for the value itself. */
interface Located {
  path: string
}

/** One difference between two values, with both sides as displayed. */
export interface Difference<Display> extends Located {
  before: Display
  after: Display
}

export type Comparison<Value, Result extends Located> = (before: Value, after: Value) => Result[]

/** A comparison for every key: a key without one doesn't compile. */
export type FieldComparisons<Value, Result extends Located> = {
  readonly [Key in keyof Value]-?: Comparison<Value[Key], Result>
}

/** Moves differences below the key of the value they were found in. */
export const under = <Result extends Located>(key: string, results: readonly Result[]): Result[] =>
  results.map((each) => ({ ...each, path: each.path === '' ? key : `${key}.${each.path}` }))

/** Compares values as a whole: two values with the same display are equal. */
export const leaf =
  <Value, Display>(show: (value: Value) => Display): Comparison<Value, Difference<Display>> =>
  (one, other) => {
    const before = show(one)
    const after = show(other)
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path: '', before, after }]
  }

/** Compares objects field by field, in the order of the table. */
export const fields =
  <Value extends object, Result extends Located>(
    comparisons: FieldComparisons<Value, Result>,
  ): Comparison<Value, Result> =>
  (before, after) =>
    (Object.keys(comparisons) as (keyof Value & string)[]).flatMap((key) =>
      under(key, comparisons[key](before[key], after[key])),
    )

/** Compares lists row by row. A row missing on one side is compared with a blank one. */
export const rows =
  <Row, Result extends Located>(
    compareRow: Comparison<Row, Result>,
    blank: Row,
  ): Comparison<readonly Row[], Result> =>
  (before, after) =>
    Array.from({ length: Math.max(before.length, after.length) }, (_, index) =>
      under(String(index), compareRow(before[index] ?? blank, after[index] ?? blank)),
    ).flat()
