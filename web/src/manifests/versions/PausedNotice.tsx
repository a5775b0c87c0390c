import { useTranslation } from 'react-i18next'
import '../../texts/manifests.ts'
import { Banner } from '../../ui/Banner.tsx'
import { useNewVersionDecision } from './useNewVersionDecision.ts'

/** Says why versions can't be created at the moment (MAN-44, MAN-45). */
export function PausedNotice() {
  const { t } = useTranslation()
  const decision = useNewVersionDecision()
  if (decision.ok) return null
  return (
    <Banner tone="warning" title={t('manifests.newVersion.pausedTitle')}>
      <p>{decision.refusal.message}</p>
    </Banner>
  )
}
