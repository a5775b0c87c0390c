import { Button, Group, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMatch } from '@tanstack/react-router'
import { pageRoutes } from '@trestle/domain/routes.ts'
import { useTranslation } from 'react-i18next'
import { useSession } from '../http/session.ts'
import { Banner } from '../ui/Banner.tsx'
import { ErrorBanner } from '../ui/ErrorBanner.tsx'
import { toFailure } from '../ui/failure.ts'
import { Flash } from '../ui/Flash.tsx'
import { confirmationCheck, emailConfirmation, resendConfirmation } from './queries.ts'

/**
 * Returns whether to show the banner: until the email is confirmed, but not on the page that confirms it, because Resend
 * would end the link in use.
 */
export function useNeedsConfirmation(): boolean {
  const { developer } = useSession()
  const isUnconfirmed = developer !== null && !developer.email_confirmed
  const token = useMatch({ from: pageRoutes.confirmEmail.pattern, shouldThrow: false })?.params.token
  const link = useQuery({
    ...emailConfirmation(token ?? '', developer?.id ?? null),
    enabled: isUnconfirmed && token !== undefined,
  })
  if (!isUnconfirmed || token === undefined) return isUnconfirmed
  return link.isError || link.data?.is_own === false
}

/** Shows the email that still needs to be confirmed, and resends the link. */
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
