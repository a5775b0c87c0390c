import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Sort } from './sort.ts'
import type { Column } from './Table.tsx'
import classes from './Table.module.css'

type OnSort = ((sort: Sort) => void) | undefined

interface SortSelectProps<Row> {
  columns: Column<Row>[]
  sort: Sort
  onSort: NonNullable<OnSort>
}

/** Returns where a list is sorted: above it if a sortable column is folded, so that one control offers all options. */
export function placeSort<Row>(
  columns: Column<Row>[],
  shown: Column<Row>[],
  onSort: OnSort,
): { above?: OnSort; inHeadings?: OnSort } {
  const isHidden = columns.some(
    ({ key, sort }) => sort !== undefined && !shown.some((column) => column.key === key),
  )
  return isHidden ? { above: onSort } : { inHeadings: onSort }
}

/** Sorts a list by a folded column, whose heading a phone doesn't show. */
export function SortSelect<Row>({ columns, sort, onSort }: SortSelectProps<Row>) {
  const { t } = useTranslation()
  const directions = columns.flatMap(({ sort: by, label }) =>
    by === undefined
      ? []
      : [
          { value: by, label: t('ui.sortAscending', { label }) },
          { value: `-${by}`, label: t('ui.sortDescending', { label }) },
        ],
  )
  return (
    <NativeSelect
      classNames={{ root: classes['sortSelect'] ?? '', wrapper: classes['sortChoices'] ?? '' }}
      label={t('ui.sortBy')}
      value={sort ?? ''}
      data={[{ value: '', label: t('ui.sortDefault') }, ...directions]}
      onChange={({ currentTarget }) => onSort(currentTarget.value === '' ? undefined : currentTarget.value)}
    />
  )
}
