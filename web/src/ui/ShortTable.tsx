import { ShortList } from './ShortList.tsx'
import { Table, type TableProps } from './Table.tsx'

/** Shows the first rows of a table without pages, until someone asks for all of them. */
export function ShortTable<Row>({ rows, ...table }: Omit<TableProps<Row>, 'total'>) {
  return (
    <ShortList rows={rows ?? []}>
      {(shown) => <Table {...table} rows={rows && shown} total={rows?.length} />}
    </ShortList>
  )
}
