import { Checkbox, type CheckboxProps } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { categories } from '@trestle/domain/listings/lists.ts'
import { regions } from '@trestle/domain/listings/countries.ts'
import type { FilterCounts } from '@trestle/domain/marketplace/contract.ts'
import { useTranslation } from 'react-i18next'
import '../texts/marketplace.ts'
import { clsx } from '../ui/clsx.ts'
import { formatTotal } from '../ui/paging.ts'
import classes from './MarketplaceFilters.module.css'

type Choose = (ids: number[]) => void

interface MarketplaceFiltersProps {
  categoryIds: number[]
  regionIds: number[]
  /** Number of apps per option; undefined while loading. */
  counts: FilterCounts | undefined
  /** Omitted where the choices are fields of a form. */
  onCategories?: Choose
  onRegions?: Choose
}

/** Shows the filters next to the list on a wide screen, collapsed above it on a narrow one. */
export function MarketplaceFilters(props: MarketplaceFiltersProps) {
  const { categoryIds, regionIds, counts, onCategories, onRegions } = props
  const { t } = useTranslation()
  const count = categoryIds.length + regionIds.length
  return (
    <details className={classes['filters']}>
      <summary>
        <IconChevronRight size="1rem" aria-hidden />
        {t('marketplace.filters')}
        {count > 0 && ` (${count})`}
      </summary>
      <Choices
        label={t('marketplace.categories')}
        name="category_id"
        choices={categories}
        chosen={categoryIds}
        counts={counts?.categories}
        onChange={onCategories}
      />
      <Choices
        label={t('marketplace.regions')}
        name="region_id"
        choices={regions}
        chosen={regionIds}
        counts={counts?.regions}
        onChange={onRegions}
      />
    </details>
  )
}

interface ChoicesProps {
  label: string
  name: string
  choices: readonly { id: number; name: string }[]
  chosen: number[]
  counts: FilterCounts['categories'] | undefined
  onChange: Choose | undefined
}

function Choices({ label, name: field, choices, chosen, counts, onChange }: ChoicesProps) {
  const toInput = (id: number): CheckboxProps => {
    if (!onChange) return { name: `filters[${field}][]`, value: id, defaultChecked: chosen.includes(id) }
    return {
      checked: chosen.includes(id),
      onChange: ({ currentTarget }) =>
        onChange(currentTarget.checked ? [...chosen, id] : chosen.filter((other) => other !== id)),
    }
  }
  return (
    <fieldset className={classes['choices']}>
      <legend>{label}</legend>
      {choices.map(({ id, name }) => (
        <Checkbox
          key={id}
          size="sm"
          className={clsx(counts && countFor(counts, id) === 0 && classes['none'])}
          label={counts ? <Counted name={name} count={countFor(counts, id)} /> : name}
          {...toInput(id)}
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
