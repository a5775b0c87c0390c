import { availabilityFor, regionTick } from '@trestle/domain/listings/choices.ts'
import { countryName, regions } from '@trestle/domain/listings/countries.ts'
import { useTranslation } from 'react-i18next'
import '../texts/marketplace.ts'
import classes from './ListingFacts.module.css'

interface AvailabilityProps {
  places: { region_ids: number[]; country_ids: number[] }
}

/** Shows whole regions by name, and other regions by the countries where the app is available. */
export function Availability({ places }: AvailabilityProps) {
  const { t } = useTranslation()
  if (availabilityFor(places) === 'all') {
    return <p className={classes['plain']}>{t('marketplace.everywhere')}</p>
  }
  const offered = regions.flatMap((region) => {
    const tick = regionTick(places, region)
    if (tick === 'none') return []
    const countries = region.countries.filter(({ id }) => places.country_ids.includes(id))
    const names = countries.map(({ iso_code }) => countryName(iso_code)).toSorted()
    return [tick === 'all' ? region.name : `${region.name}: ${names.join(', ')}`]
  })
  return (
    <ul className={classes['lines']}>
      {offered.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
