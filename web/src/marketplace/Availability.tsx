import { availabilityFor, regionTick } from '@trestle/domain/listings/choices.ts'
import { countryName, regions } from '@trestle/domain/listings/countries.ts'
import { useTranslation } from 'react-i18next'
import '../texts/marketplace.ts'
import { Section } from '../ui/Section.tsx'
import classes from './ListingFacts.module.css'

interface AvailabilityProps {
  regionIds: number[]
  countryIds: number[]
}

/** Shows whole regions by name, and other regions by the countries where the app is available. */
export function Availability({ regionIds, countryIds }: AvailabilityProps) {
  const { t } = useTranslation()
  const places = { region_ids: regionIds, country_ids: countryIds }
  const availability = availabilityFor(places)
  if (availability === null) return null
  const offered = regions.flatMap((region) => {
    const tick = regionTick(places, region)
    if (tick === 'none') return []
    const countries = region.countries.filter(({ id }) => countryIds.includes(id))
    const names = countries.map(({ iso_code }) => countryName(iso_code)).toSorted()
    return [tick === 'all' ? region.name : `${region.name}: ${names.join(', ')}`]
  })
  return (
    <Section title={t('marketplace.availability')}>
      {availability === 'all' ? (
        <p className={classes['plain']}>{t('marketplace.everywhere')}</p>
      ) : (
        <ul className={classes['lines']}>
          {offered.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </Section>
  )
}
