import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { UnsubscribeLink } from '@trestle/domain/notificationPreferences/contract.ts'
import { Trans, useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { EmailedLink } from '../shared/EmailedLink.tsx'
import { useWording } from '../shared/useWording.ts'
import '../texts/notificationPreferences.ts'
import { Banner } from '../ui/Banner.tsx'
import { ErrorBanner } from '../ui/ErrorBanner.tsx'
import { toFailure } from '../ui/failure.ts'
import { LinkButton } from '../ui/Link.tsx'
import { NarrowPage } from '../ui/NarrowPage.tsx'
import { unsubscribe, unsubscribeLink } from './queries.ts'

const route = getRouteApi('/unsubscribe/$token')

/** Shows the page behind the link in an optional email, which needs no session. */
export function UnsubscribePage() {
  const { t } = useTranslation()
  const { token } = route.useParams()
  const link = useQuery(unsubscribeLink(token))
  return (
    <EmailedLink
      link={link}
      title={t('notificationPreferences.unsubscribe.title')}
      failedTitle={t('notificationPreferences.unsubscribe.loadFailed')}
      alternative={<ToPreferences />}
    >
      {(link) => <UnsubscribeQuestion token={token} link={link} />}
    </EmailedLink>
  )
}

/** Asks before it unsubscribes. Opening the link changes nothing, because email scanners follow links. */
function UnsubscribeQuestion({ token, link }: { token: string; link: UnsubscribeLink }) {
  const { t } = useTranslation()
  const { mutate, isPending, error } = useMutation({ mutationFn: () => unsubscribe(token) })
  const { subscription, email } = link
  const values = { email, ...useWording() }
  if (!link.is_subscribed) {
    return (
      <NarrowPage title={t('notificationPreferences.unsubscribe.doneTitle')}>
        <Banner
          tone="success"
          announce
          title={t(`notificationPreferences.unsubscribe.done.${subscription}`, values)}
        />
        <ToPreferences />
      </NarrowPage>
    )
  }
  return (
    <NarrowPage title={t('notificationPreferences.unsubscribe.title')}>
      <Text>
        <Trans
          i18nKey={`notificationPreferences.unsubscribe.question.${subscription}`}
          values={values}
          components={{ strong: <strong /> }}
        />
      </Text>
      <Text c="dimmed">{t('notificationPreferences.unsubscribe.always')}</Text>
      <ErrorBanner
        title={t('notificationPreferences.unsubscribe.failed')}
        error={error && toFailure(error)}
      />
      <Group>
        <Button loading={isPending} onClick={() => mutate()}>
          {t('notificationPreferences.unsubscribe.submit')}
        </Button>
        <ToPreferences />
      </Group>
    </NarrowPage>
  )
}

function ToPreferences() {
  const { t } = useTranslation()
  return (
    <Group>
      <LinkButton href={paths.notificationPreferences()} variant="default">
        {t('notificationPreferences.unsubscribe.toPreferences')}
      </LinkButton>
    </Group>
  )
}
