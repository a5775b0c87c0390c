import { Button } from '@mantine/core'
import { useRef, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import '../../texts/listings.ts'
import classes from './Fields.module.css'

interface ListingRowsProps<Row> {
  rows: readonly Row[]
  blank: Row
  max: number
  addLabel: string
  /** Names a row in the label of its remove button. */
  nameFor: (index: number) => string
  readOnly: boolean
  /** `index` is that of a changed or added row. Without it, rows have moved. */
  onChange: (rows: Row[], index?: number) => void
  children: (row: Row, index: number, change: (row: Row) => void) => ReactNode
}

/**
 * Shows the rows of a list: the last one adds, the others can be removed. At the maximum, even the last one can be
 * removed, unless it is the only one (LIST-65 to LIST-68).
 */
export function ListingRows<Row>({
  rows,
  blank,
  max,
  addLabel,
  nameFor,
  readOnly,
  onChange,
  children,
}: ListingRowsProps<Row>) {
  const { t } = useTranslation()
  const list = useRef<HTMLDivElement>(null)
  const shown = rows.length === 0 ? [blank] : rows
  const last = shown.length - 1
  const focusRow = (index: number) =>
    list.current
      ?.querySelectorAll<HTMLElement>('[data-row]')
      [index]?.querySelector<HTMLElement>('input, textarea')
      ?.focus()
  const add = () => {
    flushSync(() => onChange([...shown, blank], shown.length))
    focusRow(shown.length)
  }
  const remove = (index: number) => {
    flushSync(() => onChange(shown.filter((_, each) => each !== index)))
    focusRow(Math.max(0, index - 1))
  }
  return (
    <div ref={list} className={classes['rows']}>
      {shown.map((row, index) => {
        const isAdding = index === last && shown.length < max
        return (
          // Rows have no id; their index identifies them.
          <div key={index} className={classes['row']} data-row={index}>
            {children(row, index, (changed) =>
              onChange(
                shown.map((each, position) => (position === index ? changed : each)),
                index,
              ),
            )}
            {!readOnly && isAdding && (
              <Button
                className={classes['rowAction'] ?? ''}
                variant="default"
                onClick={add}
                aria-label={addLabel}
              >
                {t('listings.rows.add')}
              </Button>
            )}
            {!readOnly && !isAdding && shown.length > 1 && (
              <Button
                className={classes['rowAction'] ?? ''}
                variant="subtle"
                color="red"
                onClick={() => remove(index)}
                aria-label={t('listings.rows.removeNamed', { name: nameFor(index) })}
              >
                {t('listings.rows.remove')}
              </Button>
            )}
          </div>
        )
      })}
    </div>
  )
}
