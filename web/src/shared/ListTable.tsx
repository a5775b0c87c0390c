import { useDeferredValue, type ReactNode } from 'react'
import type { PageOf } from '../http/call.ts'
import { isFilterRefused } from '../http/callError.ts'
import { FilterRefused } from './FilterRefused.tsx'
import type { ListState } from './listState.ts'
import { EmptyState, NoMatch } from '../ui/EmptyState.tsx'
import { ListPager } from './ListPager.tsx'
import { Table, type TableProps } from '../ui/Table.tsx'

interface ListTableProps<Row> extends Pick<
  TableProps<Row>,
  'label' | 'columns' | 'rowKey' | 'below' | 'errorTitle' | 'rowHeight'
> {
  list: Pick<
    ListState<never>,
    'page' | 'setPage' | 'setPerPage' | 'sort' | 'setSort' | 'isFiltered' | 'clearFilters'
  >
  query: {
    data: PageOf<Row> | undefined
    error: Error | null
    isFetching: boolean
    refetch: () => Promise<unknown>
  }
  /** Title of the empty state. */
  emptyTitle: string
  emptyDetail: string
  /** Below the detail of the empty state. */
  emptyActions?: ReactNode
}

/**
 * Shows one page of a list that the address filters and sorts, with pagination. Fifty rows take longer than a frame,
 * so the selected order, filter or page is shown first, and its rows after that.
 */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { list, query, emptyTitle, emptyDetail, emptyActions, ...table } = props
  const { data, error, isFetching, refetch } = query
  const drawn = useDeferredValue(data?.rows)
  // The first rows render immediately.
  const rows = data && (drawn ?? data.rows)
  if (list.isFiltered && isFilterRefused(error)) {
    return <FilterRefused error={error} onClear={list.clearFilters} />
  }
  return (
    <>
      <Table
        {...table}
        rows={rows}
        total={data?.total}
        relation={data?.relation}
        sort={list.sort}
        onSort={list.setSort}
        busy={isFetching || rows !== data?.rows}
        error={error}
        onRetry={() => void refetch()}
        empty={
          list.isFiltered ? (
            <NoMatch onClear={list.clearFilters} />
          ) : (
            <EmptyState title={emptyTitle} detail={emptyDetail}>
              {emptyActions}
            </EmptyState>
          )
        }
      />
      {data && <ListPager list={list} data={data} />}
    </>
  )
}
