import type { ManifestVersion } from '@trestle/domain/manifests/contract.ts'
import { isRejected, versionLabel } from '@trestle/domain/manifests/versions.ts'
import { useTranslation } from 'react-i18next'
import '../../texts/manifests.ts'
import { Banner } from '../../ui/Banner.tsx'
import { fullDate } from '../../ui/dates.ts'
import classes from '../versions/NotesDialog.module.css'

/** Shows why staff rejected the newest production version, to everyone who works on the app (PROM-22). */
export function RejectionNote({ version }: { version: ManifestVersion | null | undefined }) {
  const { t } = useTranslation()
  if (!version || !isRejected(version)) return null
  const context = { version: versionLabel(version), date: fullDate(version.rejected_at) }
  return (
    <Banner tone="warning" title={t('manifests.rejection.title', context)}>
      {version.decision_message && <p className={classes['text']}>{version.decision_message}</p>}
      <p>{t('manifests.rejection.next')}</p>
    </Banner>
  )
}
