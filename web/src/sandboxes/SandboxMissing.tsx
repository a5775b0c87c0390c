import { useTranslation } from 'react-i18next'
import '../texts/sandboxes.ts'
import { SandboxArtwork } from './SandboxArtwork.tsx'
import { SandboxCard, type SandboxCardProps } from './SandboxCard.tsx'
import classes from './SandboxMissing.module.css'

/** Replaces the tabs that need a live sandbox (APP-22, APP-23). */
export function SandboxMissing(props: SandboxCardProps) {
  const { t } = useTranslation()
  return (
    <div className={classes['screen']}>
      <div className={classes['intro']}>
        <div className={classes['words']}>
          <h2>{t('sandboxes.missing.title')}</h2>
          <p>{t('sandboxes.missing.detail')}</p>
        </div>
        <SandboxArtwork />
      </div>
      <SandboxCard {...props} />
    </div>
  )
}
