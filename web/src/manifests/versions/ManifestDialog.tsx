import type { ManifestVersion } from '@trestle/domain/manifests/contract.ts'
import { lazyOverlay } from '../../ui/LazyOverlay.tsx'
import { useLast } from '../../ui/useLast.ts'
import type { ManifestModalProps } from './ManifestModal.tsx'

const ManifestModal = lazyOverlay<ManifestModalProps>(() =>
  import('./ManifestModal.tsx').then((m) => m.ManifestModal),
)

interface ManifestDialogProps {
  /** Null while the dialog is closed. */
  version: ManifestVersion | null
  onClose: () => void
}

export function ManifestDialog({ version, onClose }: ManifestDialogProps) {
  return <ManifestModal opened={version !== null} version={useLast(version)} onClose={onClose} />
}
