import { Button, Checkbox } from '@mantine/core'
import { categories } from '@trestle/domain/listings/lists.ts'
import { regions } from '@trestle/domain/listings/countries.ts'
import type { FilterCounts } from '@trestle/domain/marketplace/contract.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/marketplace.ts'
import { useNarrow } from '../ui/useResizeDebounced.ts'
import { formatTotal } from '../ui/paging.ts'
import classes from './MarketplaceFilters.module.css'

interface MarketplaceFiltersProps {
  categoryIds: number[]
  regionIds: number[]
  /** Number of apps per option; undefined while loading. */
  counts: FilterCounts | undefined
  onCategories: (ids: number[]) => void
  onRegions: (ids: number[]) => void
  /** Set when a filter is active. */
  onClear: (() => void) | undefined
}

const byName = categories.toSorted((a, b) => a.name.localeCompare(b.name))

/** Shows the filters beside the list on a wide screen, folded above it on a narrow one. */
export function MarketplaceFilters(props: MarketplaceFiltersProps) {
  const { categoryIds, regionIds, counts, onCategories, onRegions, onClear } = props
  const { t } = useTranslation()
  const isNarrow = useNarrow()
  const [isOpen, setIsOpen] = useState(false)
  const count = categoryIds.length + regionIds.length
  return (
    <details
      className={classes['filters']}
      open={isOpen || !isNarrow}
      onToggle={({ currentTarget }) => isNarrow && setIsOpen(currentTarget.open)}
    >
      <summary hidden={!isNarrow}>
        {t('marketplace.filters')}
        {count > 0 && ` (${count})`}
      </summary>
      <Choices
        label={t('marketplace.categories')}
        choices={byName}
        chosen={categoryIds}
        counts={counts?.categories}
        onChange={onCategories}
      />
      <Choices
        label={t('marketplace.regions')}
        choices={regions}
        chosen={regionIds}
        counts={counts?.regions}
        onChange={onRegions}
      />
      {onClear && (
        <Button variant="default" size="xs" onClick={onClear}>
          {t('ui.clearFilters')}
        </Button>
      )}
    </details>
  )
}

interface ChoicesProps {
  label: string
  choices: readonly { id: number; name: string }[]
  chosen: number[]
  counts: FilterCounts['categories'] | undefined
  onChange: (ids: number[]) => void
}

function Choices({ label, choices, chosen, counts, onChange }: ChoicesProps) {
  return (
    <fieldset className={classes['choices']}>
      <legend>{label}</legend>
      {choices.map(({ id, name }) => (
        <Checkbox
          key={id}
          size="xs"
          label={counts ? <Counted name={name} count={countFor(counts, id)} /> : name}
          checked={chosen.includes(id)}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
          }
        />
      ))}
    </fieldset>
  )
}

/** Returns the count of an option; those that match nothing are missing from the counts. */
const countFor = (counts: FilterCounts['categories'], id: number): number =>
  counts.find((each) => each.id === id)?.count ?? 0

function Counted({ name, count }: { name: string; count: number }) {
  const { t } = useTranslation()
  return (
    <>
      {name}{' '}
      <span className={classes['count']} aria-hidden>
        {count}
      </span>
      <span className="visually-hidden">
        ({t('marketplace.found', { count, shown: formatTotal(count) })})
      </span>
    </>
  )
}
