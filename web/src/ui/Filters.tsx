import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Filters.module.css'

interface FiltersProps {
  /** Comes first. A phone shows it even while the filters are collapsed. */
  search?: ReactNode
  /** The number of set filters. Given for filters that collapse on a phone. */
  active?: number
  children?: ReactNode
}

/** Shows the filters above a list. On a phone they collapse, so that the list starts on the first screen. */
export function Filters({ search, active, children }: FiltersProps) {
  const { t } = useTranslation()
  const [isUnfolded, setUnfolded] = useState(false)
  const id = useId()
  const folds = active !== undefined
  return (
    <div className={classes['filters']}>
      {search}
      {folds && (
        <Button
          className={classes['unfold'] ?? ''}
          variant="default"
          rightSection={<IconChevronDown size="1rem" aria-hidden />}
          aria-expanded={isUnfolded}
          aria-controls={id}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {t('ui.filters')}
          {active > 0 && ` (${active})`}
        </Button>
      )}
      {children && (
        <div id={id} className={classes['fields']} data-folded={(folds && !isUnfolded) || undefined}>
          {children}
        </div>
      )}
    </div>
  )
}

/** Returns how many of these filters are set. */
export const countActive = (...filters: unknown[]): number => filters.filter(Boolean).length

/** Aligns checkboxes with the filter fields next to them. */
export function FilterToggles({ children }: { children: ReactNode }) {
  return <div className={classes['toggles']}>{children}</div>
}
