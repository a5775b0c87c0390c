import { listingLimits } from '@trestle/domain/listings/limits.ts'
import { useTranslation } from 'react-i18next'
import '../../texts/listings.ts'
import { Section } from '../../ui/Section.tsx'
import { Marked, MarkedRows, TextField } from './ListingField.tsx'
import { ListingRows } from './ListingRows.tsx'
import type { ListingPartProps } from './parts.ts'

/** Edits up to three numbered requirements (LIST-64). */
export function RequirementFields({ form }: ListingPartProps) {
  const { t } = useTranslation()
  const nameFor = (index: number) => t('listings.rows.requirement', { number: index + 1 })
  return (
    <Section title={t('listings.tabs.requirements')} hidesTitle>
      <MarkedRows form={form} field="requirements">
        <ListingRows
          rows={form.content.requirements}
          blank=""
          max={listingLimits.requirements}
          addLabel={t('listings.rows.addRequirement')}
          nameFor={nameFor}
          readOnly={form.isReadOnly}
          onChange={(rows, index) => form.setRows('requirements', rows, index)}
        >
          {(requirement, index, change) => (
            <Marked form={form} path={`requirements.${index}`}>
              <TextField
                path={`requirements.${index}`}
                form={form}
                label={nameFor(index)}
                value={requirement}
                onChange={change}
                max={listingLimits.requirement}
              />
            </Marked>
          )}
        </ListingRows>
      </MarkedRows>
    </Section>
  )
}
