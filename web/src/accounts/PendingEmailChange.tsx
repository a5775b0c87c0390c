import { Button, Group, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import '../texts/emailChanges.ts'
import { Banner } from '../ui/Banner.tsx'
import { ErrorBanner } from '../ui/ErrorBanner.tsx'
import { toFailure } from '../ui/failure.ts'
import { toast } from '../ui/toast.ts'
import { cancelEmailChange, pendingEmailChange, requestEmailChange } from './emailChanges/queries.ts'

interface PendingEmailChangeProps {
  /** Whether the link was just sent. */
  isSent: boolean
  onSent: (isSent: boolean) => void
  onCanceled: () => void
}

/** Shows the new address that still needs to be confirmed, resends its link, and cancels the change. */
export function PendingEmailChange({ isSent, onSent, onCanceled }: PendingEmailChangeProps) {
  const { t } = useTranslation()
  const email = useQuery(pendingEmailChange()).data?.pending?.new_email
  const resending = useMutation({
    mutationFn: requestEmailChange,
    onMutate: () => onSent(false),
    onSuccess: () => onSent(true),
  })
  const canceling = useMutation({ mutationFn: cancelEmailChange })
  if (email === undefined) return null
  const cancel = () =>
    canceling.mutate(undefined, {
      onSuccess: () => {
        toast('success', t('emailChanges.pending.canceled', { email }))
        onCanceled()
      },
    })
  return (
    <Stack gap="xs">
      <ErrorBanner
        title={t('emailChanges.failed')}
        error={resending.error && toFailure(resending.error)}
        onClose={resending.reset}
      />
      <ErrorBanner
        title={t('emailChanges.pending.cancelFailed')}
        error={canceling.error && toFailure(canceling.error)}
        onClose={canceling.reset}
      />
      <Banner tone={isSent ? 'success' : 'info'} title={t('emailChanges.pending.title', { email })}>
        <output>
          {isSent && <strong>{t('emailChanges.pending.sent')} </strong>}
          {t('emailChanges.pending.detail')}
        </output>
        <Group gap="sm" mt="xs">
          <Button
            size="xs"
            variant="default"
            loading={resending.isPending}
            onClick={() => resending.mutate(email)}
          >
            {t('emailChanges.pending.resend')}
          </Button>
          <Button size="xs" variant="default" loading={canceling.isPending} onClick={cancel}>
            {t('emailChanges.pending.cancel')}
          </Button>
        </Group>
      </Banner>
    </Stack>
  )
}
