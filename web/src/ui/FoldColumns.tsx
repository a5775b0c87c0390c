import type { Column } from './Table.tsx'
import classes from './Table.module.css'

function withFolded<Row>(column: Column<Row>, folded: Column<Row>[]): Column<Row> {
  if (folded.length === 0) return column
  const cell = (row: Row) => (
    <>
      {column.cell(row)}
      {folded.map(({ key, label, folded: show, cell: fold }) => {
        const value = show ? show(row) : fold(row)
        if (value === null || value === false) return null
        return (
          <div key={key} className={classes['folded']}>
            {!show && `${label}: `}
            {value}
          </div>
        )
      })}
    </>
  )
  return { ...column, cell }
}

/**
 * Returns the columns for a window in which a table would scroll sideways. Columns that fold become lines below the
 * previous column.
 */
export function foldColumns<Row>(
  columns: Column<Row>[],
  mustFold: (column: Column<Row>) => boolean,
): Column<Row>[] {
  return columns.flatMap((column, index) => {
    if (mustFold(column)) return []
    const rest = columns.slice(index + 1)
    const next = rest.findIndex((each) => !mustFold(each))
    return withFolded(column, next === -1 ? rest : rest.slice(0, next))
  })
}
