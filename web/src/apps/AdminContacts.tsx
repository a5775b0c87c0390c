import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import '../texts/adminApp.ts'
import { LinkButton, TextLink } from '../ui/Link.tsx'
import classes from './AdminApp.module.css'
import type { AdminAppPanelProps } from './AdminAppPanel.tsx'
import { AdminPeople } from './AdminPeople.tsx'
import { useDeleteContact } from './mutations.ts'

/** Lists the people whom staff contact about the app (AAPP-31, SET-10). */
export function AdminContacts({ app, onFailure }: Pick<AdminAppPanelProps, 'app' | 'onFailure'>) {
  const { t } = useTranslation()
  const { mutateAsync: remove } = useDeleteContact(app.id)
  const people = app.contacts.map(({ id, name, email, links }) => ({
    id,
    name,
    email,
    detail: (
      <TextLink href={links.edit}>
        {t('adminApp.panel.editContact')}
        <span className="visually-hidden"> {name}</span>
      </TextLink>
    ),
    removal: {
      title: t('adminApp.contact.removeTitle', { name }),
      detail: t('adminApp.contact.removeDetail', { email, app: app.internal_name }),
      confirmLabel: t('adminApp.contact.remove'),
      done: t('adminApp.contact.removed'),
      run: () => remove(id),
    },
  }))
  return (
    <AdminPeople
      title={t('adminApp.panel.contacts')}
      none={t('adminApp.panel.contactsNone')}
      people={people}
      onFailure={onFailure}
    >
      <LinkButton variant="default" href={paths.newAdminAppContact(app.id)} className={classes['wrap'] ?? ''}>
        {t('adminApp.panel.newContact')}
      </LinkButton>
    </AdminPeople>
  )
}
