import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { useSession } from '../http/session.ts'
import { paths } from '../paths.ts'
import '../texts/accountDeletion.ts'
import '../texts/termsAcceptance.ts'
import { DialogFooter } from '../ui/DialogFooter.tsx'
import { ErrorBanner } from '../ui/ErrorBanner.tsx'
import { toFailure } from '../ui/failure.ts'
import { TextLink } from '../ui/Link.tsx'
import { Modal } from '../ui/Modal.tsx'
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx'
import { useAccountExport } from './deletion/useAccountExport.ts'
import { useAcceptTerms, useDeclineTerms } from './termsAcceptance/queries.ts'

/** The translation provides its text. */
const TermsLink = ({ children }: { children?: ReactNode }) => (
  <TextLink href={paths.terms()} target="_blank">
    {children}
  </TextLink>
)

const ignore = () => undefined

/** Offers the options for someone who doesn't accept the terms. */
function Leave({ email }: { email: string }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const exporting = useAccountExport()
  const exportLink = (
    <Anchor
      component="button"
      type="button"
      underline="always"
      inherit
      aria-busy={exporting.isPending}
      onClick={exporting.start}
    >
      {t('accountDeletion.export')}
    </Anchor>
  )
  const deleteButton = (
    <Anchor component="button" type="button" underline="always" inherit onClick={() => setAsking(true)}>
      {t('accountDeletion.delete')}
    </Anchor>
  )
  return (
    <>
      <Text>
        <Trans i18nKey="termsAcceptance.leave" components={{ export: exportLink, remove: deleteButton }} />
      </Text>
      <ErrorBanner
        title={t('accountDeletion.exportFailed')}
        error={exporting.error && toFailure(exporting.error)}
      />
      <DeleteAccountDialog email={email} opened={isAsking} onClose={() => setAsking(false)} />
    </>
  )
}

export interface TermsDialogProps {
  opened: boolean
}

/** Asks someone who signed in to accept a new version of the terms. Closes when they accept the terms or leave. */
export function TermsDialog({ opened }: TermsDialogProps) {
  const { t } = useTranslation()
  const accept = useAcceptTerms()
  const decline = useDeclineTerms()
  const { developer, factor_enrollment: enrollment } = useSession()
  return (
    <Modal opened={opened} onClose={ignore} title={t('termsAcceptance.title')} size="md" locked>
      <Stack gap="md">
        <Text>
          <Trans i18nKey="termsAcceptance.detail" components={{ terms: <TermsLink /> }} />
        </Text>
        {/* Nothing else opens for staff who must set up a second factor first. */}
        {developer && !enrollment?.is_due && <Leave email={developer.email} />}
        <ErrorBanner title={t('termsAcceptance.failed')} error={accept.error && toFailure(accept.error)} />
        <ErrorBanner
          title={t('termsAcceptance.signOutFailed')}
          error={decline.error && toFailure(decline.error)}
        />
        <DialogFooter>
          <Button variant="default" loading={decline.isPending} onClick={() => decline.mutate()}>
            {t('termsAcceptance.signOut')}
          </Button>
          <Button loading={accept.isPending} onClick={() => accept.mutate()}>
            {t('termsAcceptance.accept')}
          </Button>
        </DialogFooter>
      </Stack>
    </Modal>
  )
}
