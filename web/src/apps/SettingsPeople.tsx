import type { DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { useTranslation } from 'react-i18next'
import { useFlags, useSession } from '../http/session.ts'
import { paths } from '../paths.ts'
import '../texts/apps.ts'
import '../texts/settings.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LinkButton, TextLink } from '../ui/Link.tsx'
import { Section } from '../ui/Section.tsx'
import { ShortTable } from '../ui/ShortTable.tsx'
import type { Column } from '../ui/Table.tsx'
import { humanize } from '../ui/humanize.ts'

type Contact = DeveloperApp['contacts'][number]
type Collaborator = DeveloperApp['collaborators'][number]

function useContactColumns(): Column<Contact>[] {
  const { t } = useTranslation()
  const { is_admin: isAdmin } = useSession()
  const edit: Column<Contact> = {
    key: 'edit',
    label: t('settings.contacts.actions'),
    hideLabel: true,
    align: 'right',
    cell: ({ name, links }) => (
      <TextLink href={links.edit}>
        {t('settings.contacts.edit')}
        <span className="visually-hidden"> {name}</span>
      </TextLink>
    ),
  }
  return [
    { key: 'name', label: t('settings.contacts.name'), cell: ({ name }) => name },
    { key: 'email', label: t('settings.contacts.email'), folds: true, cell: ({ email }) => email },
    ...(isAdmin ? [edit] : []),
  ]
}

/**
 * Lists the people whom staff contact about the app. Staff manage the list, so only they see the edit links (SET-10).
 */
export function SettingsContacts({ app }: { app: DeveloperApp }) {
  const { t } = useTranslation()
  const { support_url: support } = useFlags()
  const columns = useContactColumns()
  return (
    <Section title={t('settings.contacts.title')} description={t('settings.contacts.detail')}>
      {app.role === 'user' ? (
        <EmptyState kind="not-allowed" title={t('settings.contacts.hidden')} />
      ) : (
        <ShortTable
          label={t('settings.contacts.label')}
          columns={columns}
          rows={app.contacts}
          rowKey={({ id }) => id}
          empty={
            <EmptyState title={t('settings.contacts.none')} detail={t('settings.contacts.noneDetail')}>
              <TextLink href={support}>{t('settings.contacts.support')}</TextLink>
            </EmptyState>
          }
        />
      )}
    </Section>
  )
}

/** Lists the app's collaborators read-only; they have their own tab (SET-11). */
export function SettingsCollaborators({ app }: { app: DeveloperApp }) {
  const { t } = useTranslation()
  const columns: Column<Collaborator>[] = [
    { key: 'name', label: t('settings.collaborators.name'), cell: ({ developer }) => developer.name },
    {
      key: 'email',
      label: t('settings.collaborators.email'),
      folds: true,
      cell: ({ developer }) => developer.email,
    },
    {
      key: 'role',
      label: t('settings.collaborators.role'),
      folds: true,
      cell: ({ role }) => t(`apps.roles.${role}`, { defaultValue: humanize(role) }),
    },
  ]
  return (
    <Section
      title={t('settings.collaborators.title')}
      description={t('settings.collaborators.detail')}
      aside={
        app.role !== 'user' && (
          <LinkButton variant="default" size="xs" href={paths.app(app.id, 'collaborators')}>
            {t('settings.collaborators.manage')}
          </LinkButton>
        )
      }
    >
      {app.role === 'user' ? (
        <EmptyState
          kind="not-allowed"
          title={t('settings.collaborators.hidden')}
          detail={t('settings.collaborators.hiddenDetail', { name: app.owner.name })}
        />
      ) : (
        <ShortTable
          label={t('settings.collaborators.label')}
          columns={columns}
          rows={app.collaborators}
          rowKey={({ id }) => id}
          empty={null}
        />
      )}
    </Section>
  )
}
