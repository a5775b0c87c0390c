import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import type { ManifestVersion } from '@trestle/domain/manifests/contract.ts'
import { versionLabel } from '@trestle/domain/manifests/versions.ts'
import { useTranslation } from 'react-i18next'
import '../../texts/manifests.ts'
import { toast } from '../../ui/toast.ts'
import { lazyOverlay } from '../../ui/LazyOverlay.tsx'
import { setHasPromoted } from './promotedApps.ts'
import type { PromoteDialogProps } from './PromoteDialog.tsx'
import { promotion } from '../mutations.ts'
import { versionList } from '../queries.ts'
import type { NamedApp } from '../rights.ts'

const PromoteDialog = lazyOverlay<PromoteDialogProps>(() =>
  import('./PromoteDialog.tsx').then((m) => m.PromoteDialog),
)

interface PromotionProps {
  app: NamedApp
  /** Null while the dialog is closed. */
  version: ManifestVersion | null
  onClose: () => void
  onPromoted: () => void
}

/** Loads what the dialog needs from production, and promotes the version. */
export function Promotion({ app, version, onClose, onPromoted }: PromotionProps) {
  const { t } = useTranslation()
  const production = useInfiniteQuery(versionList(app.id, 'ProductionEnvironment'))
  const { mutateAsync } = useMutation(promotion(app.id))
  const promote = async (source: ManifestVersion, changelog: string) => {
    await mutateAsync({ source_app_version_id: source.app_version_id, changelog })
    toast('success', t('manifests.section.promoted', { version: versionLabel(source) }))
    setHasPromoted(app.id, true)
    onClose()
    onPromoted()
  }
  return (
    <PromoteDialog
      opened={version !== null}
      version={version}
      newestProduction={production.data?.versions[0] ?? null}
      onPromote={promote}
      onClose={onClose}
    />
  )
}
