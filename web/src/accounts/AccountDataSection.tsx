import { Button, Group } from '@mantine/core'
import type { Developer } from '@trestle/domain/accounts/contract.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/accountDeletion.ts'
import { Section } from '../ui/Section.tsx'
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx'
import { accountExport } from './deletion/queries.ts'

/** Offers the export and the deletion of the account. */
export function AccountDataSection({ developer }: { developer: Developer }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  return (
    <Section title={t('accountDeletion.title')} description={t('accountDeletion.detail')}>
      <Group>
        <Button component="a" variant="default" href={accountExport()} download={t('accountDeletion.file')}>
          {t('accountDeletion.export')}
        </Button>
        <Button color="red" onClick={() => setAsking(true)}>
          {t('accountDeletion.delete')}
        </Button>
      </Group>
      <DeleteAccountDialog email={developer.email} opened={isAsking} onClose={() => setAsking(false)} />
    </Section>
  )
}
