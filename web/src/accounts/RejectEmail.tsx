import { Button, Group } from '@mantine/core'
import type { EmailConfirmation } from '@trestle/domain/accounts/contract.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import '../texts/accounts.ts'
import { Banner } from '../ui/Banner.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { LinkButton } from '../ui/Link.tsx'
import { NarrowPage } from '../ui/NarrowPage.tsx'
import { rejectEmail } from './queries.ts'

export interface Rejection {
  email: string
  isDeleted: boolean
}

interface RejectEmailProps {
  token: string
  confirmation: EmailConfirmation
  onRejected: (rejection: Rejection) => void
}

/** For someone whose email another person used to sign up. */
export function RejectEmail({ token, confirmation, onRejected }: RejectEmailProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { email, is_registration: isRegistration } = confirmation
  const reject = async () => {
    const { is_deleted: isDeleted } = await rejectEmail(token)
    onRejected({ email, isDeleted })
  }
  return (
    <Group gap="xs" justify="center">
      {t('accounts.reject.question')}
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        {t('accounts.reject.open')}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t(isRegistration ? 'accounts.reject.title' : 'accounts.reject.keepTitle')}
        confirmLabel={t(isRegistration ? 'accounts.reject.submit' : 'accounts.reject.keepSubmit')}
        danger={isRegistration}
        onConfirm={reject}
        errorTitle={t('accounts.reject.failed')}
      >
        {t(isRegistration ? 'accounts.reject.detail' : 'accounts.reject.keepDetail', { email })}
      </ConfirmDialog>
    </Group>
  )
}

export function RejectedEmail({ email, isDeleted }: Rejection) {
  const { t } = useTranslation()
  return (
    <NarrowPage title={t(isDeleted ? 'accounts.reject.deletedTitle' : 'accounts.reject.keptTitle')}>
      <Banner
        tone="success"
        announce
        title={t(isDeleted ? 'accounts.reject.deleted' : 'accounts.reject.kept', { email })}
      />
      <Group>
        <LinkButton href={paths.home()}>{t('shell.notFound.action')}</LinkButton>
      </Group>
    </NarrowPage>
  )
}
