import { Button, Group, Stack } from '@mantine/core'
import type { Contact } from '@trestle/domain/apps/contacts/contract.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import '../texts/adminApp.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { toFailure } from '../ui/failure.ts'
import { LinkButton, TextLink } from '../ui/Link.tsx'
import { Section } from '../ui/Section.tsx'
import { toast } from '../ui/toast.ts'
import classes from './AdminApp.module.css'
import type { AdminAppPanelProps } from './AdminAppPanel.tsx'
import { useDeleteContact } from './mutations.ts'

/** Lists whom staff contact about the app (AAPP-31, SET-10). */
export function AdminContacts({ app, onFailure }: Pick<AdminAppPanelProps, 'app' | 'onFailure'>) {
  const { t } = useTranslation()
  const { mutateAsync: remove } = useDeleteContact(app.id)
  const removeOne = async ({ id }: Contact) => {
    onFailure(null)
    try {
      await remove(id)
      toast('success', t('adminApp.contact.removed'))
    } catch (error) {
      onFailure(toFailure(error))
    }
  }
  return (
    <Section title={t('adminApp.panel.contacts')}>
      <Stack gap="sm">
        {app.contacts.length === 0 && <p className={classes['none']}>{t('adminApp.panel.contactsNone')}</p>}
        {app.contacts.length > 0 && (
          <ul className={classes['contacts']}>
            {app.contacts.map((contact) => (
              <Line
                key={contact.id}
                contact={contact}
                appName={app.internal_name}
                onRemove={() => removeOne(contact)}
              />
            ))}
          </ul>
        )}
        <LinkButton
          variant="default"
          href={paths.newAdminAppContact(app.id)}
          className={classes['wrap'] ?? ''}
        >
          {t('adminApp.panel.newContact')}
        </LinkButton>
      </Stack>
    </Section>
  )
}

interface LineProps {
  contact: Contact
  appName: string
  onRemove: () => Promise<void>
}

function Line({ contact: { name, email, links }, appName, onRemove }: LineProps) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const named = <span className="visually-hidden"> {name}</span>
  return (
    <li>
      <strong>{name}</strong>
      <span>{email}</span>
      <Group gap="xs">
        <TextLink href={links.edit}>
          {t('adminApp.panel.editContact')}
          {named}
        </TextLink>
        <Button variant="subtle" color="red" size="compact-sm" onClick={() => setAsking(true)}>
          {t('adminApp.panel.removeContact')}
          {named}
        </Button>
      </Group>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('adminApp.contact.removeTitle', { name })}
        confirmLabel={t('adminApp.contact.remove')}
        danger
        onConfirm={onRemove}
      >
        {t('adminApp.contact.removeDetail', { email, app: appName })}
      </ConfirmDialog>
    </li>
  )
}
