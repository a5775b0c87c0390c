import { Stack } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { foldText } from '@trestle/domain/text/foldText.ts'
import { NoMatch } from '../ui/EmptyState.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import { Table, type TableProps } from '../ui/Table.tsx'

/** A list of up to this many rows needs no search. */
const maxUnsearched = 10

interface SearchedTableProps<Row> extends TableProps<Row> {
  placeholder: string
  /** Returns the text of a row that the search looks in. */
  textOf: (row: Row) => string
}

/** Shows all rows of a list without pages, with a search if there are many. */
export function SearchedTable<Row>({ placeholder, textOf, rows, empty, ...table }: SearchedTableProps<Row>) {
  const [search, onSearch] = useAddressSearch()
  const words = foldText(search)
  return (
    <Stack gap="md">
      {(search !== '' || (rows?.length ?? 0) > maxUnsearched) && (
        <SearchBox value={search} onSearch={onSearch} placeholder={placeholder} />
      )}
      <Table
        {...table}
        rows={rows?.filter((row) => foldText(textOf(row)).includes(words))}
        empty={search === '' ? empty : <NoMatch onClear={() => onSearch('')} />}
      />
    </Stack>
  )
}

/**
 * Stores the search in the address, so that Back, reload and shared links restore it. Searching isn't leaving the page,
 * so the unsaved-changes question isn't asked.
 */
function useAddressSearch(): [search: string, onSearch: (next: string) => void] {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const onSearch = (next: string) =>
    void navigate({
      to: '.',
      search: { ...search, search: next === '' ? undefined : next },
      resetScroll: false,
      ignoreBlocker: true,
    })
  return [search.search ?? '', onSearch]
}
