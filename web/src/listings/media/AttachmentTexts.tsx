import type { MediaItem } from '@trestle/domain/listings/content.ts'
import { listingLimits } from '@trestle/domain/listings/limits.ts'
import { useTranslation } from 'react-i18next'
import '../../texts/listings.ts'
import { TextField } from '../fields/ListingField.tsx'
import { mediaFields } from './media.ts'
import classes from './Media.module.css'
import type { ListingForm } from '../editor/useListingForm.ts'

interface AttachmentTextsProps {
  form: ListingForm
  item: MediaItem
  index: number
}

const texts = ['name', 'description'] as const
const limits = { name: listingLimits.mediaName, description: listingLimits.mediaDescription }

/** Edits a file's name and description: its caption and alternative text on the public page (MEDIA-15). */
export function AttachmentTexts({ form, item, index }: AttachmentTextsProps) {
  const { t } = useTranslation()
  const pathOf = (text: (typeof texts)[number]) => `${mediaFields[item.type]}_attributes.${index}.${text}`
  const change = (text: (typeof texts)[number], value: string) =>
    form.changeItems(
      item.type,
      (before) => before.map((each) => (each.id === item.id ? { ...each, [text]: value } : each)),
      pathOf(text),
    )
  return (
    <div className={classes['texts']}>
      {texts.map((text) => (
        <TextField
          key={text}
          path={pathOf(text)}
          form={form}
          label={t(`listings.media.${text}`)}
          accessibleName={t(`listings.media.${text}Of`, { name: item.original_filename })}
          {...(text === 'description' && { hint: t('listings.media.descriptionHint') })}
          value={item[text]}
          onChange={(value) => change(text, value)}
          multiline={text === 'description'}
          max={limits[text]}
        />
      ))}
    </div>
  )
}
