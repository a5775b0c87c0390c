import { Button, Checkbox, Group, Text } from '@mantine/core'
import type { AdminDeveloper, Suspension } from '@trestle/domain/accounts/contract.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/suspensions.ts'
import { Banner } from '../ui/Banner.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { fullDate } from '../ui/dates.ts'
import { toast } from '../ui/toast.ts'
import { restoreDeveloper } from './queries.ts'

interface SuspensionBannerProps {
  developer: AdminDeveloper
  suspension: Suspension
}

/** Says why an account is suspended, and offers to restore it. */
export function SuspensionBanner({ developer: { id, name }, suspension }: SuspensionBannerProps) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const [endsPassword, setEndsPassword] = useState(true)
  const ask = () => {
    setEndsPassword(true)
    setAsking(true)
  }
  return (
    <Banner tone="warning" title={t('suspensions.banner')}>
      <Text mb="sm">
        {t('suspensions.since', {
          name: suspension.suspended_by.name,
          when: fullDate(suspension.suspended_at),
          reason: suspension.reason,
        })}
      </Text>
      <Group>
        <Button variant="default" onClick={ask}>
          {t('suspensions.restore')}
        </Button>
      </Group>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('suspensions.restoreTitle', { name })}
        confirmLabel={t('suspensions.restore')}
        errorTitle={t('suspensions.restoreFailed')}
        onConfirm={async () => {
          await restoreDeveloper(id, endsPassword)
          toast('success', t('suspensions.restored', { name }))
        }}
      >
        <Text>{t('suspensions.restoreDetail', { name })}</Text>
        <Checkbox
          mt="md"
          label={t('suspensions.endPassword')}
          description={t('suspensions.endPasswordHint')}
          checked={endsPassword}
          onChange={(event) => setEndsPassword(event.currentTarget.checked)}
        />
      </ConfirmDialog>
    </Banner>
  )
}
