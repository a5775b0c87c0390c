import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import '../texts/termsAcceptance.ts'
import { ErrorBanner } from '../ui/ErrorBanner.tsx'
import { toFailure } from '../ui/failure.ts'
import { TextLink } from '../ui/Link.tsx'
import { Modal } from '../ui/Modal.tsx'
import { useAcceptTerms, useDeclineTerms } from './termsAcceptance/queries.ts'

/** Its text is that of the translation. */
const TermsLink = ({ children }: { children?: ReactNode }) => (
  <TextLink href={paths.terms()} target="_blank">
    {children}
  </TextLink>
)

const ignore = () => undefined

export interface TermsDialogProps {
  opened: boolean
}

/** Asks someone who signed in to accept a new version of the terms. Closes by accepting them, or by signing out. */
export function TermsDialog({ opened }: TermsDialogProps) {
  const { t } = useTranslation()
  const accept = useAcceptTerms()
  const decline = useDeclineTerms()
  return (
    <Modal opened={opened} onClose={ignore} title={t('termsAcceptance.title')} size="md" locked>
      <Stack gap="md">
        <Text>
          <Trans i18nKey="termsAcceptance.detail" components={{ terms: <TermsLink /> }} />
        </Text>
        <ErrorBanner title={t('termsAcceptance.failed')} error={accept.error && toFailure(accept.error)} />
        <ErrorBanner
          title={t('termsAcceptance.signOutFailed')}
          error={decline.error && toFailure(decline.error)}
        />
        <Group justify="flex-end">
          <Button variant="default" loading={decline.isPending} onClick={() => decline.mutate()}>
            {t('termsAcceptance.signOut')}
          </Button>
          <Button loading={accept.isPending} onClick={() => accept.mutate()}>
            {t('termsAcceptance.accept')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
