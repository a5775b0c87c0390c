import type { PageOf } from '../http/call.ts'
import type { ListState } from './listState.ts'
import { EmptyState, NoMatch } from '../ui/EmptyState.tsx'
import { ListPager } from './ListPager.tsx'
import { Table, type TableProps } from '../ui/Table.tsx'

interface ListTableProps<Row> extends Pick<TableProps<Row>, 'label' | 'columns' | 'rowKey' | 'below'> {
  list: Omit<ListState<never>, 'filters' | 'setFilters'>
  query: {
    data: PageOf<Row> | undefined
    error: Error | null
    isFetching: boolean
    refetch: () => Promise<unknown>
  }
  /** Title of the empty state. */
  emptyTitle: string
  emptyDetail: string
}

/** Shows one page of a list that the address filters and sorts, with pagination. */
export function ListTable<Row>({ list, query, emptyTitle, emptyDetail, ...table }: ListTableProps<Row>) {
  const { data, error, isFetching, refetch } = query
  return (
    <>
      <Table
        {...table}
        rows={data?.rows}
        total={data?.total}
        relation={data?.relation}
        sort={list.sort}
        onSort={list.setSort}
        busy={isFetching}
        error={error}
        onRetry={() => void refetch()}
        empty={
          list.isFiltered ? (
            <NoMatch onClear={list.clearFilters} />
          ) : (
            <EmptyState title={emptyTitle} detail={emptyDetail} />
          )
        }
      />
      {data && <ListPager list={list} data={data} />}
    </>
  )
}
