import type { ManifestVersion } from '@trestle/domain/manifests/contract.ts'
import { versionLabel } from '@trestle/domain/manifests/versions.ts'
import { useTranslation } from 'react-i18next'
import '../../texts/releases.ts'
import { Modal } from '../../ui/Modal.tsx'
import { ReleaseForm } from './ReleaseForm.tsx'
import { useLast } from '../../ui/useLast.ts'

export interface PromoteDialogProps {
  opened: boolean
  /** Null while the dialog is closed. */
  version: ManifestVersion | null
  newestProduction: ManifestVersion | null
  onPromote: (version: ManifestVersion, changelog: string) => Promise<void>
  onClose: () => void
}

export function PromoteDialog({ opened, version, newestProduction, onPromote, onClose }: PromoteDialogProps) {
  const { t } = useTranslation()
  const shown = useLast(version)
  const label = shown ? { version: versionLabel(shown) } : null
  return (
    <Modal opened={opened} onClose={onClose} title={label && t('releases.promotion.title', label)} size="lg">
      {shown && label && (
        <ReleaseForm
          content={shown.content}
          configured={shown.configured_manifest_content}
          newestProduction={newestProduction}
          consequence={t('releases.promotion.copy', label)}
          submitLabel={t('releases.promotion.submit')}
          errorTitle={t('releases.promotion.failed')}
          onRelease={(changelog) => onPromote(shown, changelog)}
        />
      )}
    </Modal>
  )
}
