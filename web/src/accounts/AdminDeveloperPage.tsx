import { SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { AdminDeveloper } from '@trestle/domain/accounts/contract.ts'
import { suspensionProblem } from '@trestle/domain/accounts/suspensions/rules.ts'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isNowhere } from '../http/callError.ts'
import { useSession } from '../http/session.ts'
import { NotFoundPage } from '../shared/NotFoundPage.tsx'
import { paths } from '../paths.ts'
import '../texts/accounts.ts'
import '../texts/securityEvents.ts'
import '../texts/suspensions.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { DangerButton } from '../ui/DangerButton.tsx'
import { fullDate } from '../ui/dates.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { toFailure } from '../ui/failure.ts'
import { lazyOverlay } from '../ui/LazyOverlay.tsx'
import { humanize } from '../ui/humanize.ts'
import { LinkButton, TextLink } from '../ui/Link.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Section } from '../ui/Section.tsx'
import { FormSkeleton } from '../ui/Skeletons.tsx'
import { Table } from '../ui/Table.tsx'
import { toast } from '../ui/toast.ts'
import { DeveloperForm } from './DeveloperForm.tsx'
import classes from './AdminDeveloperPage.module.css'
import { AdminFactors } from './factors/AdminFactors.tsx'
import { adminDeveloper, endDeveloperSessions } from './queries.ts'
import { SuspensionBanner } from './SuspensionBanner.tsx'
import type { SuspensionDialogProps } from './SuspensionDialog.tsx'

const SuspensionDialog = lazyOverlay<SuspensionDialogProps>(() =>
  import('./SuspensionDialog.tsx').then((m) => m.SuspensionDialog),
)

const route = getRouteApi('/signedIn/adminOnly/admin/developers/$id/edit')

function Facts({ developer }: { developer: AdminDeveloper }) {
  const { t } = useTranslation()
  const { last_sign_in_at: lastSignIn } = developer
  const facts = [
    [
      t('accounts.developer.confirmed'),
      t(developer.email_confirmed ? 'accounts.developer.yes' : 'accounts.developer.no'),
    ],
    [
      t('accounts.developer.lastSignIn'),
      lastSignIn === null ? t('accounts.developer.never') : fullDate(lastSignIn),
    ],
    [t('accounts.developer.registered'), fullDate(developer.created_at)],
    [t('accounts.developer.updated'), fullDate(developer.updated_at)],
  ]
  return (
    <Section title={t('accounts.developer.about')}>
      <dl className={classes['facts']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

function Apps({ developer }: { developer: AdminDeveloper }) {
  const { t } = useTranslation()
  const { id: ownerId, apps, apps_total: total, owned_apps_total: owned } = developer
  const title = t('accounts.developer.apps')
  return (
    <Section title={`${title} (${total})`}>
      <Table
        label={title}
        rows={apps}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'name',
            label: t('accounts.developer.appName'),
            cell: ({ id, internal_name }) => <TextLink href={paths.adminApp(id)}>{internal_name}</TextLink>,
          },
          {
            key: 'role',
            label: t('accounts.developer.appRole'),
            cell: ({ role }) => t(`accounts.developer.roles.${role}`, { defaultValue: humanize(role) }),
          },
        ]}
        empty={
          <EmptyState title={t('accounts.developer.noApps')} detail={t('accounts.developer.noAppsDetail')} />
        }
      />
      {total > apps.length && (
        <p>
          {t('accounts.developer.firstApps', { shown: apps.length, total })}{' '}
          {owned > 0 && (
            <TextLink href={paths.adminAppsOwnedBy(ownerId)}>
              {t('accounts.developer.ownedApps', { owned })}
            </TextLink>
          )}
        </p>
      )}
    </Section>
  )
}

const crumbsTo = (t: TFunction, label: string) => [
  { label: t('shell.admin') },
  { label: t('accounts.developers.title'), href: paths.adminDevelopers() },
  { label },
]

/** Opens the dialog of a suspension, for another account that isn't suspended. */
function SuspendButton({ developer }: { developer: AdminDeveloper }) {
  const { t } = useTranslation()
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  const isOwn = suspensionProblem(developer, { id: session.developer?.id ?? 0 }) !== null
  if (isOwn || developer.suspension) return null
  return (
    <>
      <DangerButton onClick={() => setOpen(true)}>{t('suspensions.suspend')}</DangerButton>
      <SuspensionDialog developer={developer} opened={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

function SignOutButton({ developer: { id, name } }: { developer: AdminDeveloper }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <DangerButton onClick={() => setAsking(true)}>{t('accounts.developer.signOut')}</DangerButton>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('accounts.developer.signOutTitle', { name })}
        confirmLabel={t('accounts.developer.signOut')}
        errorTitle={t('accounts.developer.signOutFailed', { name })}
        danger
        onConfirm={async () => {
          await endDeveloperSessions(id)
          toast('success', t('accounts.developer.signedOut', { name }))
        }}
      >
        {t('accounts.developer.signOutDetail', { name })}
      </ConfirmDialog>
    </>
  )
}

function LoadedDeveloper({ developer }: { developer: AdminDeveloper }) {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader
        title={t('accounts.developer.edit', { name: developer.name })}
        crumbs={crumbsTo(t, developer.name)}
        actions={
          <>
            <LinkButton href={paths.audit(developer.id)} variant="default">
              {t('accounts.developer.audit')}
            </LinkButton>
            <LinkButton href={paths.auditAbout(developer.id)} variant="default">
              {t('accounts.developer.auditAbout')}
            </LinkButton>
            <LinkButton href={paths.securityEvents(developer.id)} variant="default">
              {t('securityEvents.show')}
            </LinkButton>
            <SignOutButton developer={developer} />
            <SuspendButton developer={developer} />
          </>
        }
      />
      {developer.suspension && (
        <div className={classes['banner']}>
          <SuspensionBanner developer={developer} suspension={developer.suspension} />
        </div>
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }} className={classes['columns'] ?? ''}>
        <Section title={t('accounts.developer.profile')}>
          <DeveloperForm key={developer.id} developer={developer} />
        </Section>
        <Stack gap="lg">
          <Facts developer={developer} />
          <AdminFactors developer={developer} />
          <Apps developer={developer} />
        </Stack>
      </SimpleGrid>
    </>
  )
}

export function AdminDeveloperPage() {
  const { t } = useTranslation()
  const { id } = route.useParams()
  const { data, error, refetch } = useQuery(adminDeveloper(id))
  if (data) return <LoadedDeveloper developer={data} />
  if (isNowhere(error)) return <NotFoundPage />
  return (
    <>
      <PageHeader title={t('accounts.developer.profile')} crumbs={crumbsTo(t, id)} />
      {error ? (
        <FailedState isForStaff error={toFailure(error)} onRetry={() => void refetch()} />
      ) : (
        <FormSkeleton fields={5} />
      )}
    </>
  )
}
