import { listingLimits } from '@trestle/domain/listings/limits.ts'
import { useTranslation } from 'react-i18next'
import '../../texts/listings.ts'
import { Section } from '../../ui/Section.tsx'
import classes from './Fields.module.css'
import { Marked, MarkedRows, TextField } from './ListingField.tsx'
import { ListingRows } from './ListingRows.tsx'
import type { ListingPartProps } from './parts.ts'

/** Edits up to three helpful links (LIST-54, LIST-55). */
export function LinkFields({ form }: ListingPartProps) {
  const { t } = useTranslation()
  return (
    <Section title={t('listings.tabs.links')} hidesTitle>
      <MarkedRows form={form} field="helpful_links">
        <ListingRows
          rows={form.content.helpful_links}
          blank={{ label: '', url: '' }}
          max={listingLimits.helpful_links}
          addLabel={t('listings.rows.addLink')}
          nameFor={(index) => t('listings.rows.link', { number: index + 1 })}
          readOnly={form.isReadOnly}
          onChange={(rows, index) => form.setRows('helpful_links', rows, index)}
        >
          {(link, index, change) => (
            <Marked form={form} path={`helpful_links.${index}`}>
              <div className={classes['pair']}>
                <TextField
                  path={`helpful_links.${index}.label`}
                  form={form}
                  label={t('listings.rows.linkLabel', { number: index + 1 })}
                  value={link.label}
                  onChange={(label) => change({ ...link, label })}
                  max={listingLimits.label}
                />
                <TextField
                  path={`helpful_links.${index}.url`}
                  form={form}
                  label={t('listings.rows.linkUrl', { number: index + 1 })}
                  value={link.url}
                  onChange={(url) => change({ ...link, url })}
                  type="url"
                />
              </div>
            </Marked>
          )}
        </ListingRows>
      </MarkedRows>
    </Section>
  )
}
