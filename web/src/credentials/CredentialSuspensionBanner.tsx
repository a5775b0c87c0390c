import { Button, Group, Text } from '@mantine/core'
import type { AdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/credentialSuspensions.ts'
import { Banner } from '../ui/Banner.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { fullDate } from '../ui/dates.ts'
import { toast } from '../ui/toast.ts'
import { focusCredentialState } from './focusCredentialState.ts'
import { restoreCredentials } from './queries.ts'

interface CredentialSuspensionBannerProps {
  app: AdminDeveloperApp
  suspension: AdminDeveloperApp['credential_suspensions'][number]
}

/** Tells staff why an app's credentials are suspended, and offers to restore them. */
export function CredentialSuspensionBanner({ app, suspension }: CredentialSuspensionBannerProps) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const { environment, reason, suspended_by: staff } = suspension
  const names = { name: app.internal_name, environment: t(`ui.${environment}`).toLowerCase() }
  const since = { when: fullDate(suspension.suspended_at), reason }
  return (
    <Banner tone="warning" title={t('credentialSuspensions.banner', names)}>
      <Text mb="sm">
        {staff
          ? t('credentialSuspensions.sinceBy', { ...since, by: staff.name })
          : t('credentialSuspensions.since', since)}
      </Text>
      <Group>
        <Button
          variant="default"
          aria-label={t('credentialSuspensions.restoreIn', names)}
          onClick={() => setAsking(true)}
        >
          {t('credentialSuspensions.restore')}
        </Button>
      </Group>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('credentialSuspensions.restoreTitle', names)}
        confirmLabel={t('credentialSuspensions.restore')}
        errorTitle={t('credentialSuspensions.restoreFailed')}
        onConfirm={async () => {
          await restoreCredentials({ appId: app.id, environment })
          toast('success', t('credentialSuspensions.restored', names))
          focusCredentialState(environment)
        }}
      >
        {t('credentialSuspensions.restoreDetail', names)}
      </ConfirmDialog>
    </Banner>
  )
}
