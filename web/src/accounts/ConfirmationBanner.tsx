import { Button, Group, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSession } from '../http/session.ts'
import { Banner } from '../ui/Banner.tsx'
import { ErrorBanner } from '../ui/ErrorBanner.tsx'
import { toFailure } from '../ui/failure.ts'
import { Flash } from '../ui/Flash.tsx'
import { confirmationCheck, resendConfirmation } from './queries.ts'

/** Shown on every page until the email is confirmed. */
export function ConfirmationBanner() {
  const { t } = useTranslation()
  const { developer } = useSession()
  const { refetch } = useQuery(confirmationCheck())
  // A refusal means the email was confirmed elsewhere, so the reload hides this banner.
  const resending = useMutation({ mutationFn: resendConfirmation, onError: () => void refetch() })
  return (
    <Stack gap="xs">
      {resending.isSuccess && <Flash key={resending.submittedAt}>{t('shell.confirmationBanner.sent')}</Flash>}
      <ErrorBanner
        title={t('shell.confirmationBanner.failed')}
        error={resending.error && toFailure(resending.error)}
        onClose={resending.reset}
      />
      <Banner tone="warning" title={t('shell.confirmationBanner.title')}>
        <Group gap="md" justify="space-between">
          <p>{t('shell.confirmationBanner.detail', { email: developer?.email ?? '' })}</p>
          <Button
            size="xs"
            variant="default"
            loading={resending.isPending}
            onClick={() => resending.mutate()}
          >
            {t('shell.confirmationBanner.resend')}
          </Button>
        </Group>
      </Banner>
    </Stack>
  )
}
