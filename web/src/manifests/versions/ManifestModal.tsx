import { Group, Stack } from '@mantine/core'
import type { ManifestVersion } from '@trestle/domain/manifests/contract.ts'
import { versionLabel } from '@trestle/domain/manifests/versions.ts'
import { useTranslation } from 'react-i18next'
import '../../texts/manifests.ts'
import { Banner } from '../../ui/Banner.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './ManifestModal.module.css'
import { stringifyManifest } from '../editor/manifestText.ts'
import { VersionEnvironment } from './VersionEnvironment.tsx'

/** MAN-04 */
const copiedToastMs = 2000

export interface ManifestModalProps {
  opened: boolean
  /** The last manifest while the dialog is closed; null before it first opens. */
  version: ManifestVersion | null
  onClose: () => void
}

export function ManifestModal({ opened, version, onClose }: ManifestModalProps) {
  const { t } = useTranslation()
  const title = version ? t('manifests.manifest.title', { version: versionLabel(version) }) : ''
  return (
    <Modal opened={opened} onClose={onClose} title={title} size="xl">
      {version && <ManifestView version={version} />}
    </Modal>
  )
}

function ManifestView({ version }: { version: ManifestVersion }) {
  const { t } = useTranslation()
  const text = stringifyManifest(version.content)
  if (text === null) {
    return (
      <Banner tone="danger">
        <p>{t('manifests.jsonParseError')}</p>
      </Banner>
    )
  }
  const announceCopied = () =>
    toast('success', t('manifests.manifest.copied', { version: versionLabel(version) }), {
      closeAfterMs: copiedToastMs,
    })
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <VersionEnvironment version={version} />
        <CopyButton
          value={text}
          name={t('manifests.manifest.json')}
          label={t('manifests.manifest.copy')}
          onCopied={announceCopied}
        />
      </Group>
      {/* A scrolling region must be reachable by keyboard. */}
      <section className={classes['json']} tabIndex={0} aria-label={t('manifests.manifest.json')}>
        <pre>{text}</pre>
      </section>
    </Stack>
  )
}
