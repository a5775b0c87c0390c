import { Pager } from '../ui/Pager.tsx'
import type { ListState } from './listState.ts'

interface ListPagerProps {
  list: Pick<ListState<never>, 'page' | 'setPage' | 'setPerPage'>
  data: { perPage: number; total: number }
}

/** Pages through a list that the address filters and sorts. */
export function ListPager({ list, data }: ListPagerProps) {
  return (
    <Pager
      page={list.page}
      perPage={data.perPage}
      total={data.total}
      onPage={list.setPage}
      onPerPage={list.setPerPage}
    />
  )
}
