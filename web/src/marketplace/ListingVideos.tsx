import type { PublicMedia } from '@trestle/domain/marketplace/contract.ts'
import { useTranslation } from 'react-i18next'
import { useFlags } from '../http/session.ts'
import '../texts/marketplace.ts'
import { Section } from '../ui/Section.tsx'
import classes from './ListingVideos.module.css'

/** Shows videos, each loaded only on play. Government cloud shows none. */
export function ListingVideos({ videos }: { videos: readonly PublicMedia[] }) {
  const { t } = useTranslation()
  const { gov_cloud: isGovernmentCloud } = useFlags()
  if (videos.length === 0 || isGovernmentCloud) return null
  return (
    <Section title={t('marketplace.videos')}>
      <ul className={classes['videos']}>
        {videos.map((video, index) => {
          const title = video.name || t('marketplace.videoOf', { number: index + 1 })
          return (
            <li key={video.id}>
              {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a partner's file, which comes without captions */}
              <video
                controls
                preload="none"
                src={video.url}
                width={video.width ?? 1280}
                height={video.height ?? 720}
                aria-label={title}
              />
              <p>{video.description === '' ? title : `${title} · ${video.description}`}</p>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
