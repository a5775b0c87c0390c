import { Skeleton, VisuallyHidden } from '@mantine/core'
import type { TotalRelation } from '@trestle/domain/http/paging.ts'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { memo, useDeferredValue, useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { clsx } from './clsx.ts'
import { formatTotal } from './paging.ts'
import type { Failure } from './failure.ts'
import { FailedState } from './FailedState.tsx'
import { foldColumns } from './FoldColumns.tsx'
import { WaitingNote } from './Skeletons.tsx'
import { placeSort, SortSelect } from './SortSelect.tsx'
import { directionFor, nextSort, type Sort } from './sort.ts'
import { LiveRegion } from './LiveRegion.tsx'
import classes from './Table.module.css'
import { useIsPhone } from './useIsPhone.ts'
import { useMedia } from './useMedia.ts'
import { useHiddenSides } from './useHiddenSides.ts'
import { useWaiting } from './useWaiting.ts'

export interface Column<Row> {
  key: string
  label: string
  cell: (row: Row) => ReactNode
  /** The wire name to sort by. Without it, the column is not sortable. */
  sort?: string
  align?: 'right'
  nowrap?: boolean
  /**
   * On a phone, shows the value as a line below the previous column. With `medium`, also on a tablet. With `early`,
   * in any window narrower than a large screen, for a table next to a panel.
   */
  folds?: boolean | 'medium' | 'early'
  /**
   * The content of a folded column instead of its label and value, so that one of several columns can show all of
   * them.
   */
  folded?: (row: Row) => ReactNode
  /** For a last column of menus. Its heading is visually hidden, and the column stays visible while others scroll. */
  hideLabel?: boolean
  width?: string
  /** The usual width of the content, so that columns don't move when the rows arrive. */
  typicalWidth?: number
  /** Has room for a row's name, no matter how wide the other columns are. */
  isName?: boolean
}

export interface TableProps<Row> {
  /** The table's accessible name. */
  label: string
  /** Pass the same array for the same cells. Otherwise, every row rerenders. */
  columns: Column<Row>[]
  /** Undefined during the first load. */
  rows: Row[] | undefined
  rowKey: (row: Row) => string | number
  /** Content under an expanded row; null under the others. */
  below?: ((row: Row) => ReactNode) | undefined
  /** All rows of the list, not only of this page; announced politely. */
  total?: number | undefined
  relation?: TotalRelation | undefined
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** A new page or filter is loading; the old rows stay. */
  busy?: boolean
  /** Above the rows if only a refetch failed. */
  error?: Failure | null | undefined
  /** Defaults to the text of every staff list (ERR-05). */
  errorTitle?: string | undefined
  onRetry?: () => void
  /** An `EmptyState` or `NoMatch`. */
  empty: ReactNode
  skeletonRows?: number
  /** The usual height of a row in a wide window, so that little moves when the rows arrive. */
  rowHeight?: number | undefined
}

function SortIcon({ direction }: { direction: 'ascending' | 'descending' | 'none' }) {
  if (direction === 'ascending') return <IconArrowUp size="0.9375rem" aria-hidden />
  if (direction === 'descending') return <IconArrowDown size="0.9375rem" aria-hidden />
  return <IconArrowsSort size="0.9375rem" aria-hidden />
}

interface HeadProps<Row> {
  column: Column<Row>
  sort: Sort
  onSort: ((sort: Sort) => void) | undefined
}

function Head<Row>({ column, sort, onSort }: HeadProps<Row>) {
  const { sort: by, label } = column
  const className = clsx(column.align === 'right' && classes['right'], column.hideLabel && classes['menu'])
  const style = column.width ? { width: column.width } : undefined
  if (by === undefined || !onSort) {
    return (
      <th scope="col" className={className} style={style}>
        <span className={classes['headText']}>
          {column.hideLabel ? <VisuallyHidden>{label}</VisuallyHidden> : label}
        </span>
      </th>
    )
  }
  const direction = directionFor(sort, by)
  return (
    <th scope="col" className={className} style={style} aria-sort={direction}>
      <button
        type="button"
        className={classes['sort']}
        data-sorted={direction === 'none' ? undefined : true}
        onClick={() => onSort(nextSort(sort, by))}
      >
        {label}
        <SortIcon direction={direction} />
      </button>
    </th>
  )
}

interface SkeletonRowsProps {
  columns: readonly Pick<Column<never>, 'key' | 'typicalWidth'>[]
  rows: number
  height: number | undefined
  /** How many lines the first column has. */
  lines: number
}

/** The rows take their space immediately, so that nothing moves when they become visible. */
function SkeletonRows({ columns, rows, height, lines }: SkeletonRowsProps) {
  const waiting = useWaiting()
  const visibility = waiting === 'none' ? 'hidden' : undefined
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} aria-hidden style={{ height }}>
      {columns.map(({ key, typicalWidth }, column) => (
        <td key={key} className={classes['skeletonCell']}>
          <Skeleton
            height={12}
            width={typicalWidth ?? `${column === 0 ? 70 : 45 + ((row + column) % 3) * 10}%`}
            style={{ visibility }}
          />
          {column === 0 &&
            Array.from({ length: lines - 1 }, (_line, line) => (
              <Skeleton key={line} height={12} width="55%" mt={8} style={{ visibility }} />
            ))}
        </td>
      ))}
    </tr>
  ))
}

interface RowProps<Item> {
  row: Item
  columns: Column<Item>[]
  below: ReactNode
}

/** Rerenders a row only if it or the columns change, so that another order of fifty rows only moves them. */
const Row = memo(function Row<Item>({ row, columns, below }: RowProps<Item>) {
  return (
    <>
      <tr data-unfolded={below ? true : undefined}>
        {columns.map((column) => (
          <td
            key={column.key}
            className={clsx(
              column.align === 'right' && classes['right'],
              column.nowrap && classes['nowrap'],
              column.hideLabel && classes['menu'],
              column.isName && classes['name'],
            )}
          >
            {column.cell(row)}
          </td>
        ))}
      </tr>
      {below && (
        <tr>
          <td colSpan={columns.length} className={classes['below']}>
            <div className={classes['belowContent']}>{below}</div>
          </td>
        </tr>
      )}
    </>
  )
}) as <Item>(props: RowProps<Item>) => ReactNode

type BodyProps<Item> = Pick<TableProps<Item>, 'rows' | 'columns' | 'rowKey' | 'below'> & {
  skeletonRows: number
  skeletonLines: number
  rowHeight: number | undefined
}

const Body = memo(function Body<Item>({
  rows,
  columns,
  rowKey,
  below,
  skeletonRows,
  skeletonLines,
  rowHeight,
}: BodyProps<Item>) {
  return (
    <tbody>
      {!rows && (
        <SkeletonRows columns={columns} rows={skeletonRows} height={rowHeight} lines={skeletonLines} />
      )}
      {rows?.map((row) => (
        <Row key={rowKey(row)} row={row} columns={columns} below={below?.(row)} />
      ))}
    </tbody>
  )
}) as <Item>(props: BodyProps<Item>) => ReactNode

/** Announces the number of rows to screen readers when it changes. */
function Count({ total, relation }: Pick<TableProps<never>, 'total' | 'relation'>) {
  const { t } = useTranslation()
  if (total === undefined) return <LiveRegion>{''}</LiveRegion>
  const shown = formatTotal(total, relation)
  return <LiveRegion>{total === 0 ? t('ui.countNone') : t('ui.count', { count: total, shown })}</LiveRegion>
}

export function Table<Row>(props: TableProps<Row>) {
  const { rows, error, onRetry, busy = false } = props
  const failed = error && onRetry && (
    <FailedState title={props.errorTitle} error={error} onRetry={onRetry} retrying={busy} />
  )
  if (failed && !rows) return failed
  return (
    <>
      {failed && <div className={classes['failed']}>{failed}</div>}
      <Count total={props.total ?? rows?.length} relation={props.relation} />
      {!rows && <WaitingNote />}
      {rows?.length === 0 ? <div className={classes['frame']}>{props.empty}</div> : <Frame {...props} />}
    </>
  )
}

/** Folds the columns for which the window is too narrow. */
function useFoldedColumns<Row>(allColumns: Column<Row>[]): Column<Row>[] {
  const isMedium = useMedia('(width < 62.5em)')
  const isPhone = useIsPhone()
  const isSmall = useMedia('(width < 93.75em)')
  return useMemo(() => {
    if (isPhone) return foldColumns(allColumns, ({ folds }) => Boolean(folds))
    return isSmall
      ? foldColumns(allColumns, ({ folds }) => folds === 'early' || (isMedium && folds === 'medium'))
      : allColumns
  }, [isPhone, isMedium, isSmall, allColumns])
}

/**
 * Returns the earlier body first: fifty rows take longer than a frame, so the result of a user's action is shown before
 * the same rows rerender. Other rows render immediately, because the focus may be in a row that is gone, and so do
 * folded columns, because the headings already show them and the browser may be about to print.
 */
function useDeferredBody<Body extends { rows: unknown; columns: unknown[] }>(body: Body): Body {
  const deferred = useDeferredValue(body)
  const isSame = deferred.rows === body.rows && deferred.columns.length === body.columns.length
  return isSame ? deferred : body
}

/**
 * Lets a wide table scroll inside its frame, reachable by keyboard. The first column stays visible, and a shadow
 * marks the side with more.
 */
function Frame<Row>({
  label,
  columns: allColumns,
  rows,
  rowKey,
  below,
  sort,
  onSort,
  busy = false,
  skeletonRows = 6,
  rowHeight,
}: TableProps<Row>) {
  const [box, hidden] = useHiddenSides()
  const columns = useFoldedColumns(allColumns)
  const skeletonLines = 1 + allColumns.length - columns.length
  const current = { rows, columns, rowKey, below, skeletonRows, skeletonLines, rowHeight }
  const sorting = placeSort(allColumns, columns, onSort)
  const body = useDeferredBody(current)
  return (
    <>
      {sorting.above && <SortSelect columns={allColumns} sort={sort} onSort={sorting.above} />}
      <div
        className={classes['shade']}
        data-wide={hidden.before || hidden.after || undefined}
        data-more={hidden.after || undefined}
      >
        <div
          ref={box}
          className={clsx(classes['frame'], busy && classes['busy'])}
          data-scrolled={hidden.before || undefined}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a section would be a second landmark of the same name
          role="group"
          aria-label={label}
          aria-busy={busy || !rows}
          tabIndex={0}
        >
          <table className={classes['table']} data-folded={columns.length < allColumns.length || undefined}>
            <caption className="visually-hidden">{label}</caption>
            <thead>
              <tr>
                {columns.map((column) => (
                  <Head key={column.key} column={column} sort={sort} onSort={sorting.inHeadings} />
                ))}
              </tr>
            </thead>
            <Body {...body} />
          </table>
        </div>
      </div>
    </>
  )
}
