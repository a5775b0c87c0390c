import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** More rows push what is below the list out of reach. */
const firstRows = 10

interface ShortListProps<Row> {
  rows: readonly Row[]
  children: (shown: Row[]) => ReactNode
}

/** Shows the first rows of a list without pages, until someone asks for all of them. */
export function ShortList<Row>({ rows, children }: ShortListProps<Row>) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {children(isOpen ? [...rows] : rows.slice(0, firstRows))}
      {rows.length > firstRows && (
        <div>
          <Button variant="subtle" size="xs" mt="xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? t('ui.showFewer') : t('ui.showAll', { total: rows.length })}
          </Button>
        </div>
      )}
    </>
  )
}
