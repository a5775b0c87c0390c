import { useTranslation } from 'react-i18next'
import { useFlags } from '../http/session.ts'
import { Section } from '../ui/Section.tsx'
import { Attachments } from './Attachments.tsx'
import { Marked } from './ListingField.tsx'
import type { ListingPartProps } from './parts.ts'

/** Logo, screenshots and videos; videos not in government cloud (MEDIA-01 to MEDIA-04). */
export function MediaFields({ appId, form }: ListingPartProps) {
  const { t } = useTranslation()
  const { gov_cloud: isGovernmentCloud } = useFlags()
  const { side, content, isReadOnly: readOnly } = form
  const shared = { appId, side, readOnly }
  return (
    <>
      <Section title={t('listings.media.logo')}>
        <Marked form={form} field="small_logo">
          <Attachments
            {...shared}
            type="Logo"
            label={t('listings.media.logo')}
            hint={t('listings.media.logoHint')}
            path="small_logo"
            required
            error={form.errorOf('small_logo')}
            items={content.small_logo ? [content.small_logo] : []}
            onChange={(change) =>
              form.update('small_logo', (before) => change(before ? [before] : [])[0] ?? null)
            }
          />
        </Marked>
      </Section>
      <Section title={t('listings.media.pictures')}>
        <Marked form={form} field="pictures">
          <Attachments
            {...shared}
            type="Picture"
            label={t('listings.media.pictures')}
            hint={t('listings.media.picturesHint')}
            path="pictures"
            required
            multiple
            ordered
            error={form.errorOf('pictures')}
            items={content.pictures}
            onChange={(change) => form.update('pictures', change)}
          />
        </Marked>
      </Section>
      {!isGovernmentCloud && (
        <Section title={t('listings.media.videos')}>
          <Marked form={form} field="videos">
            <Attachments
              {...shared}
              type="Video"
              label={t('listings.media.videos')}
              hint={t('listings.media.videosHint')}
              path="videos"
              multiple
              ordered
              error={form.errorOf('videos')}
              items={content.videos}
              onChange={(change) => form.update('videos', change)}
            />
          </Marked>
        </Section>
      )}
    </>
  )
}
