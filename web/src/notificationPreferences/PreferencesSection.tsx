import { Group, Radio, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { NotificationPreferences } from '@trestle/domain/notificationPreferences/contract.ts'
import { dailyEmailHour, deliveries, preferenceKinds } from '@trestle/domain/notificationPreferences/kinds.ts'
import { useTranslation } from 'react-i18next'
import '../texts/notificationPreferences.ts'
import { LeaveGuard } from '../shared/LeaveGuard.tsx'
import { refill } from '../shared/refill.ts'
import { useScrollToHash } from '../shared/useScrollToHash.ts'
import { useWording } from '../shared/useWording.ts'
import { localHour } from '../ui/dates.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { toFailure } from '../ui/failure.ts'
import { FormShell } from '../ui/FormShell.tsx'
import { Section } from '../ui/Section.tsx'
import { useServerNow } from '../ui/serverTime.ts'
import { LinesSkeleton } from '../ui/Skeletons.tsx'
import { toast } from '../ui/toast.ts'
import { useSchemaForm } from '../ui/useSchemaForm.ts'
import { notificationPreferences, updateNotificationPreferences } from './queries.ts'

/** Shows which emails the developer gets, and how often. Emails link to it. */
export function PreferencesSection() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(notificationPreferences())
  useScrollToHash(data !== undefined)
  return (
    <Section
      id="notifications"
      title={t('notificationPreferences.section')}
      description={t('notificationPreferences.detail')}
    >
      {!data && !error && <LinesSkeleton lines={8} />}
      {!data && error && (
        <FailedState
          title={t('notificationPreferences.loadFailed')}
          error={toFailure(error)}
          onRetry={() => void refetch()}
        />
      )}
      {data && <PreferencesForm stored={data} />}
    </Section>
  )
}

function PreferencesForm({ stored }: { stored: NotificationPreferences }) {
  const { t } = useTranslation()
  const wording = useWording()
  const now = useServerNow(false)
  const form = useSchemaForm(null, stored)
  const labels = Object.fromEntries(
    preferenceKinds.map((kind) => [kind, t(`notificationPreferences.kinds.${kind}.label`)]),
  )
  const save = async (values: NotificationPreferences) => {
    const changed = preferenceKinds.filter((kind) => form.isDirty(kind))
    const saved = await updateNotificationPreferences(
      Object.fromEntries(changed.map((kind) => [kind, values[kind]])),
    )
    refill(form, saved, values)
    toast('success', t('notificationPreferences.saved'))
  }
  return (
    <>
      <FormShell
        form={form}
        labels={labels}
        onSubmit={save}
        submitLabel={t('notificationPreferences.save')}
        errorTitle={t('notificationPreferences.saveFailed')}
        requiredNote={false}
      >
        {preferenceKinds.map((kind) => (
          <Radio.Group
            key={kind}
            label={labels[kind]}
            description={t(`notificationPreferences.kinds.${kind}.detail`, wording)}
            {...form.getInputProps(kind)}
          >
            <Group gap="lg" mt="xs">
              {deliveries.map((delivery) => (
                <Radio
                  key={delivery}
                  value={delivery}
                  label={t(`notificationPreferences.deliveries.${delivery}`)}
                />
              ))}
            </Group>
          </Radio.Group>
        ))}
        <Text size="sm" c="dimmed">
          {t('notificationPreferences.daily', { time: localHour(dailyEmailHour, new Date(now)) })}
        </Text>
      </FormShell>
      <LeaveGuard unsaved={form.isDirty()} />
    </>
  )
}
