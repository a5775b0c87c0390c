import type { MediaItem } from '@trestle/domain/listings/content.ts'
import { useTranslation } from 'react-i18next'
import '../../texts/listings.ts'
import { TextLink } from '../../ui/Link.tsx'
import classes from './Media.module.css'

/**
 * Shows pictures, links to documents, offers videos as downloads; other types have no preview (MEDIA-19 to MEDIA-22).
 */
export function AttachmentPreview({ item }: { item: MediaItem }) {
  const { t } = useTranslation()
  switch (item.type) {
    case 'Picture':
    case 'Logo':
      return (
        <img
          src={item.url}
          alt={item.description || item.original_filename}
          loading="lazy"
          draggable={false}
        />
      )
    case 'Document':
      return (
        <TextLink href={item.url} target="_blank">
          {t('listings.media.view')}
        </TextLink>
      )
    case 'Video':
    case 'ShowcaseVideo':
      return (
        <a className={classes['download']} href={item.url} download={item.original_filename}>
          {t('listings.media.download')}
        </a>
      )
    default:
      return <p className={classes['muted']}>{t('listings.media.noPreview')}</p>
  }
}
