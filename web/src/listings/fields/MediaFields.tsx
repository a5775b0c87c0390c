import { useTranslation } from 'react-i18next'
import { useFlags } from '../../http/session.ts'
import '../../texts/listings.ts'
import { Section } from '../../ui/Section.tsx'
import { Attachments } from '../media/Attachments.tsx'
import { Marked } from './ListingField.tsx'
import type { ListingPartProps } from './parts.ts'
import { StorageLine } from '../media/StorageLine.tsx'

/** Edits logo, screenshots and videos; no videos in government cloud (MEDIA-01 to MEDIA-04). */
export function MediaFields({ appId, form }: ListingPartProps) {
  const { t } = useTranslation()
  const { gov_cloud: isGovernmentCloud } = useFlags()
  return (
    <>
      <StorageLine appId={appId} audience={form.audience} />
      <Section title={t('listings.media.logo')}>
        <Marked form={form} path="small_logo">
          <Attachments
            form={form}
            type="Logo"
            label={t('listings.media.logoFile')}
            hint={t('listings.media.logoHint')}
            required
          />
        </Marked>
      </Section>
      <Section title={t('listings.media.pictures')}>
        <Marked form={form} path="pictures">
          <Attachments
            form={form}
            type="Picture"
            label={t('listings.media.pictureFiles')}
            hint={t('listings.media.picturesHint')}
            required
          />
        </Marked>
      </Section>
      {!isGovernmentCloud && (
        <Section title={t('listings.media.videos')}>
          <Marked form={form} path="videos">
            <Attachments
              form={form}
              type="Video"
              label={t('listings.media.videoFiles')}
              hint={t('listings.media.videosHint')}
            />
          </Marked>
        </Section>
      )}
    </>
  )
}
