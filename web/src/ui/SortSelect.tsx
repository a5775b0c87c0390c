import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Sort } from './sort.ts'
import type { Column } from './Table.tsx'
import classes from './Table.module.css'

interface SortSelectProps<Row> {
  columns: Column<Row>[]
  /** The columns that don't fold at this width. */
  shown: Column<Row>[]
  sort: Sort
  onSort: ((sort: Sort) => void) | undefined
}

/** Sorts a list by a column that folds, whose heading a phone doesn't show. */
export function SortSelect<Row>({ columns, shown, sort, onSort }: SortSelectProps<Row>) {
  const { t } = useTranslation()
  const isShown = ({ key }: Column<Row>) => shown.some((column) => column.key === key)
  const hasFolded = columns.some((column) => column.sort !== undefined && !isShown(column))
  if (!onSort || !hasFolded) return null
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
      className={classes['sortSelect'] ?? ''}
      label={t('ui.sortBy')}
      value={sort ?? ''}
      data={[{ value: '', label: t('ui.sortDefault') }, ...directions]}
      onChange={({ currentTarget }) => onSort(currentTarget.value === '' ? undefined : currentTarget.value)}
    />
  )
}
