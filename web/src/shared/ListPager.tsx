import type { PageOf } from '../http/call.ts'
import { Pager } from '../ui/Pager.tsx'
import type { ListState } from './listState.ts'

interface ListPagerProps {
  list: Pick<ListState<never>, 'page' | 'setPage' | 'setPerPage'>
  data: Pick<PageOf<unknown>, 'perPage' | 'total' | 'relation'>
}

/** Pages through a list that the address filters and sorts. */
export function ListPager({ list, data }: ListPagerProps) {
  return (
    <Pager
      page={list.page}
      perPage={data.perPage}
      total={data.total}
      relation={data.relation}
      onPage={list.setPage}
      onPerPage={list.setPerPage}
    />
  )
}
