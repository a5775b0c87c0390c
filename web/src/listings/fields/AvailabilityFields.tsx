import { Button, Checkbox, Radio } from '@mantine/core'
import { regionTick, tickCountry, tickRegion, type Availability } from '@trestle/domain/listings/choices.ts'
import { countryName, regions, type Region } from '@trestle/domain/listings/countries.ts'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFlags } from '../../http/session.ts'
import '../../texts/listings.ts'
import { TextLink } from '../../ui/Link.tsx'
import { Section } from '../../ui/Section.tsx'
import classes from './Fields.module.css'
import { Marked } from './ListingField.tsx'
import type { ListingPartProps } from './parts.ts'
import type { ListingForm } from '../editor/useListingForm.ts'

/** Chooses all regions, or a tree of regions and their countries (LIST-42 to LIST-51). */
export function AvailabilityFields({ form }: ListingPartProps) {
  const { t } = useTranslation()
  const { marketplace_support_email: email } = useFlags()
  const { availability } = form.choices
  const choose = (choice: Availability) => {
    form.chooseAvailability(choice)
    // Don't show the missing selection as an error the moment the regions open.
    if (choice === 'specific') form.clearError('availability')
  }
  return (
    <Section title={t('listings.availability.title')}>
      <Marked form={form} path={['region_ids', 'country_ids']}>
        <Radio.Group
          label={t('listings.availability.availability')}
          required
          value={availability ?? ''}
          error={form.errorOf('availability')}
          onChange={(choice) => choose(choice === 'all' ? 'all' : 'specific')}
        >
          <div className={classes['choices']}>
            <Radio
              value="all"
              label={t('listings.availability.all')}
              description={t('listings.availability.allHint')}
              disabled={form.isReadOnly}
              data-path="availability"
            />
            <Radio value="specific" label={t('listings.availability.specific')} disabled={form.isReadOnly} />
          </div>
        </Radio.Group>
        {availability === 'specific' && (
          <div className={classes['regions']}>
            {regions.map((region) => (
              <RegionRow key={region.id} form={form} region={region} />
            ))}
            <p className={classes['muted']}>
              <TextLink href={`mailto:${email}`}>{t('listings.availability.missing', { email })}</TextLink>
            </p>
          </div>
        )}
      </Marked>
    </Section>
  )
}

function RegionRow({ form, region }: { form: ListingForm; region: Region }) {
  const { t, i18n } = useTranslation()
  const tick = regionTick(form.content, region)
  const [isOpen, setOpen] = useState(tick === 'some')
  const id = useId()
  const isWhole = region.countries.length === 1
  const chosen = region.countries.filter(({ id: country }) => form.content.country_ids.includes(country))
  const toggle = () => {
    setOpen(!isOpen)
    if (isOpen) form.clearError('availability')
  }
  return (
    <fieldset className={classes['region']}>
      <legend className="visually-hidden">{region.name}</legend>
      <div className={classes['regionHead']}>
        <Checkbox
          label={region.name}
          checked={tick === 'all'}
          indeterminate={tick === 'some'}
          disabled={form.isReadOnly}
          onChange={() => form.set(tickRegion(form.content, region, tick !== 'all'), 'availability')}
        />
        {!isWhole && (
          <>
            <span className={classes['muted']}>
              {tick === 'some'
                ? t('listings.availability.some', { chosen: chosen.length, count: region.countries.length })
                : t('listings.availability.countries', { count: region.countries.length })}
            </span>
            <Button
              variant="subtle"
              size="xs"
              aria-expanded={isOpen}
              aria-controls={id}
              aria-label={t(isOpen ? 'listings.availability.hide' : 'listings.availability.show', {
                region: region.name,
              })}
              onClick={toggle}
            >
              {t(isOpen ? 'listings.availability.hideShort' : 'listings.availability.showShort')}
            </Button>
          </>
        )}
      </div>
      {!isWhole && isOpen && (
        <div id={id} className={classes['grid']}>
          {region.countries.map((country) => (
            <Checkbox
              key={country.id}
              label={countryName(country.iso_code, i18n.language)}
              checked={form.content.country_ids.includes(country.id)}
              disabled={form.isReadOnly}
              onChange={({ currentTarget }) =>
                form.set(tickCountry(form.content, country.id, currentTarget.checked), 'availability')
              }
            />
          ))}
        </div>
      )}
    </fieldset>
  )
}
