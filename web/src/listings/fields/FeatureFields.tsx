import { listingLimits } from '@trestle/domain/listings/limits.ts'
import { ordinal } from '@trestle/domain/text/ordinal.ts'
import { useTranslation } from 'react-i18next'
import '../../texts/listings.ts'
import { Section } from '../../ui/Section.tsx'
import { Marked, MarkedRows, TextField } from './ListingField.tsx'
import { ListingRows } from './ListingRows.tsx'
import type { ListingPartProps } from './parts.ts'

/** Edits what users can do with the app, numbered with ordinals (LIST-56 to LIST-59). */
export function FeatureFields({ form }: ListingPartProps) {
  const { t } = useTranslation()
  const nameFor = (index: number) => t('listings.rows.bullet', { ordinal: ordinal(index + 1) })
  return (
    <Section title={t('listings.tabs.features')} hidesTitle>
      <MarkedRows form={form} field="feature_bullets">
        <ListingRows
          rows={form.content.feature_bullets}
          blank=""
          max={listingLimits.feature_bullets}
          addLabel={t('listings.rows.addBullet')}
          nameFor={nameFor}
          readOnly={form.isReadOnly}
          onChange={(rows, index) => form.setRows('feature_bullets', rows, index)}
        >
          {(bullet, index, change) => (
            <Marked form={form} path={`feature_bullets.${index}`}>
              <TextField
                path={`feature_bullets.${index}`}
                form={form}
                label={nameFor(index)}
                {...(index === 0 && { hint: t('listings.rows.bulletHint') })}
                value={bullet}
                onChange={change}
                required
                max={listingLimits.feature_bullet}
              />
            </Marked>
          )}
        </ListingRows>
      </MarkedRows>
    </Section>
  )
}
