import { Button, Group } from '@mantine/core'
import type { Developer } from '@trestle/domain/accounts/contract.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/accountDeletion.ts'
import { DangerButton } from '../ui/DangerButton.tsx'
import { ErrorBanner } from '../ui/ErrorBanner.tsx'
import { toFailure } from '../ui/failure.ts'
import { lazyOverlay } from '../ui/LazyOverlay.tsx'
import { Section } from '../ui/Section.tsx'
import type { DeleteAccountDialogProps } from './DeleteAccountDialog.tsx'
import { useAccountExport } from './deletion/useAccountExport.ts'

const DeleteAccountDialog = lazyOverlay<DeleteAccountDialogProps>(() =>
  import('./DeleteAccountDialog.tsx').then((m) => m.DeleteAccountDialog),
)

/** Offers the export and the deletion of the account. */
export function AccountDataSection({ developer }: { developer: Developer }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const exporting = useAccountExport()
  return (
    <Section id="data" title={t('accountDeletion.title')} description={t('accountDeletion.detail')}>
      <ErrorBanner
        title={t('accountDeletion.exportFailed')}
        error={exporting.error && toFailure(exporting.error)}
      />
      <Group>
        <Button variant="default" loading={exporting.isPending} onClick={exporting.start}>
          {t('accountDeletion.export')}
        </Button>
        <DangerButton onClick={() => setAsking(true)}>{t('accountDeletion.delete')}</DangerButton>
      </Group>
      <DeleteAccountDialog email={developer.email} opened={isAsking} onClose={() => setAsking(false)} />
    </Section>
  )
}
