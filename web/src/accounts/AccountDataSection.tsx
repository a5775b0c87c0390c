import { Button, Group } from '@mantine/core'
import type { Developer } from '@trestle/domain/accounts/contract.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/accountDeletion.ts'
import { DangerButton } from '../ui/DangerButton.tsx'
import { lazyOverlay } from '../ui/LazyOverlay.tsx'
import { Section } from '../ui/Section.tsx'
import type { DeleteAccountDialogProps } from './DeleteAccountDialog.tsx'
import { accountExport } from './deletion/queries.ts'

const DeleteAccountDialog = lazyOverlay<DeleteAccountDialogProps>(() =>
  import('./DeleteAccountDialog.tsx').then((m) => m.DeleteAccountDialog),
)

/** Offers the export and the deletion of the account. */
export function AccountDataSection({ developer }: { developer: Developer }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  return (
    <Section id="data" title={t('accountDeletion.title')} description={t('accountDeletion.detail')}>
      <Group>
        <Button component="a" variant="default" href={accountExport()} download={t('accountDeletion.file')}>
          {t('accountDeletion.export')}
        </Button>
        <DangerButton onClick={() => setAsking(true)}>{t('accountDeletion.delete')}</DangerButton>
      </Group>
      <DeleteAccountDialog email={developer.email} opened={isAsking} onClose={() => setAsking(false)} />
    </Section>
  )
}
