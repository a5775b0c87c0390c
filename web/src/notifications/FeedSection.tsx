import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { NotificationFeed, NotificationFeedAddress } from '@trestle/domain/notifications/contract.ts'
import { Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { refreshIfLost } from '../http/refreshIfLost.ts'
import '../texts/notifications.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { DangerButton } from '../ui/DangerButton.tsx'
import { fullDate } from '../ui/dates.ts'
import { ErrorBanner } from '../ui/ErrorBanner.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { type Failure, toFailure } from '../ui/failure.ts'
import { LazyModal } from '../ui/LazyModal.tsx'
import { lazyComponent } from '../ui/lazyComponent.ts'
import { Section } from '../ui/Section.tsx'
import { LinesSkeleton } from '../ui/Skeletons.tsx'
import { toast } from '../ui/toast.ts'
import { useOneTimeCall } from '../shared/useOneTimeCall.ts'
import { useScrollToHash } from '../shared/useScrollToHash.ts'
import type { FeedAddressDialogProps } from './FeedAddressDialog.tsx'
import { deleteNotificationFeed, notificationFeed, renewNotificationFeed } from './queries.ts'

const FeedAddressDialog = lazyComponent<FeedAddressDialogProps>(() =>
  import('./FeedAddressDialog.tsx').then((m) => m.FeedAddressDialog),
)

/** Shows the private feed of announcements: its address once, then only its dates (NOTE-30). */
export function FeedSection() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(notificationFeed())
  useScrollToHash(data !== undefined)
  return (
    <Section id="feed" title={t('notifications.feed.title')} description={t('notifications.feed.detail')}>
      {!data && !error && <LinesSkeleton lines={2} />}
      {!data && error && (
        <FailedState
          title={t('notifications.feed.failed')}
          error={toFailure(error)}
          onRetry={() => void refetch()}
        />
      )}
      {data && <Feed feed={data} />}
    </Section>
  )
}

type Question = 'renew' | 'switchOff' | null

function Feed({ feed: { made_at: madeAt, last_read_at: lastReadAt } }: { feed: NotificationFeed }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [question, setQuestion] = useState<Question>(null)
  const [isCreating, setCreating] = useState(false)
  const [address, setAddress] = useState<NotificationFeedAddress | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const refresh = () => queryClient.invalidateQueries({ queryKey: notificationFeed().queryKey })
  const renew = useOneTimeCall(async () => {
    // The address can't be shown again, so the dialog must load first.
    await Promise.all([LazyModal.preload(), FeedAddressDialog.preload()])
    setAddress(await refreshIfLost(renewNotificationFeed(), refresh))
    // For the same reason, nothing that could fail delays it.
    void refresh()
  })
  const create = async () => {
    setFailure(null)
    setCreating(true)
    try {
      await renew()
    } catch (error) {
      setFailure(toFailure(error))
    } finally {
      setCreating(false)
    }
  }
  const switchOff = async () => {
    await deleteNotificationFeed()
    await refresh()
    toast('success', t('notifications.feed.switchedOff'))
  }
  const isOn = madeAt !== null
  return (
    <Stack gap="md">
      <Text>
        {isOn
          ? t('notifications.feed.facts', {
              made: fullDate(madeAt),
              read: lastReadAt === null ? t('notifications.feed.never') : fullDate(lastReadAt),
            })
          : t('notifications.feed.none')}
      </Text>
      <ErrorBanner error={failure} title={t('notifications.feed.createFailed')} />
      <Group>
        {/* One button element for both states, so that it can get the focus back from a closing dialog. */}
        <Button
          ref={button}
          variant="default"
          loading={isCreating}
          onClick={() => (isOn ? setQuestion('renew') : void create())}
        >
          {isOn ? t('notifications.feed.renew') : t('notifications.feed.create')}
        </Button>
        {isOn && (
          <DangerButton onClick={() => setQuestion('switchOff')}>
            {t('notifications.feed.switchOff')}
          </DangerButton>
        )}
      </Group>
      <ConfirmDialog
        opened={question === 'renew'}
        onClose={() => setQuestion(null)}
        title={t('notifications.feed.renewTitle')}
        confirmLabel={t('notifications.feed.renew')}
        errorTitle={t('notifications.feed.renewFailed')}
        onConfirm={renew}
      >
        {t('notifications.feed.renewDetail')}
      </ConfirmDialog>
      <ConfirmDialog
        opened={question === 'switchOff'}
        onClose={() => setQuestion(null)}
        onClosed={() => button.current?.focus()}
        title={t('notifications.feed.switchOffTitle')}
        confirmLabel={t('notifications.feed.switchOff')}
        errorTitle={t('notifications.feed.switchOffFailed')}
        danger
        onConfirm={switchOff}
      >
        {t('notifications.feed.switchOffDetail')}
      </ConfirmDialog>
      {address && question === null && (
        <Suspense>
          <FeedAddressDialog address={address} onDone={() => setAddress(null)} />
        </Suspense>
      )}
    </Stack>
  )
}
