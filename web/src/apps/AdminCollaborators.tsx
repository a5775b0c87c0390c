import { Button, Group, Stack } from '@mantine/core'
import { refuseDeleted } from '@trestle/domain/apps/rules.ts'
import type { DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/adminApp.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { toFailure } from '../ui/failure.ts'
import { humanize } from '../ui/humanize.ts'
import { lazyOverlay } from '../ui/LazyOverlay.tsx'
import { Section } from '../ui/Section.tsx'
import { toast } from '../ui/toast.ts'
import type { AddGuestDialogProps } from './AddGuestDialog.tsx'
import classes from './AdminApp.module.css'
import type { AdminAppPanelProps } from './AdminAppPanel.tsx'
import { useRemoveGuest } from './mutations.ts'

type Collaborator = DeveloperApp['collaborators'][number]

const AddGuestDialog = lazyOverlay<AddGuestDialogProps>(() =>
  import('./AddGuestDialog.tsx').then((m) => m.AddGuestDialog),
)

/** Lists who works on the app beside its owner. Only staff can add guests (COLL-05). */
export function AdminCollaborators({ app, onFailure }: Pick<AdminAppPanelProps, 'app' | 'onFailure'>) {
  const { t } = useTranslation()
  const [isAdding, setAdding] = useState(false)
  const { mutateAsync: remove } = useRemoveGuest(app.id)
  const removeOne = async ({ id }: Collaborator) => {
    onFailure(null)
    try {
      await remove(id)
      toast('success', t('adminApp.guest.removed'))
    } catch (error) {
      onFailure(toFailure(error))
    }
  }
  const others = app.collaborators.filter(({ role }) => role !== 'owner')
  return (
    <Section title={t('adminApp.panel.collaborators')}>
      <Stack gap="sm">
        {others.length === 0 && <p className={classes['none']}>{t('adminApp.panel.collaboratorsNone')}</p>}
        {others.length > 0 && (
          <ul className={classes['contacts']}>
            {others.map((collaborator) => (
              <Line
                key={collaborator.id}
                collaborator={collaborator}
                appName={app.internal_name}
                onRemove={() => removeOne(collaborator)}
              />
            ))}
          </ul>
        )}
        {refuseDeleted(app) === null && (
          <Button variant="default" className={classes['wrap'] ?? ''} onClick={() => setAdding(true)}>
            {t('adminApp.panel.addGuest')}
          </Button>
        )}
      </Stack>
      <AddGuestDialog app={app} opened={isAdding} onClose={() => setAdding(false)} />
    </Section>
  )
}

interface LineProps {
  collaborator: Collaborator
  appName: string
  onRemove: () => Promise<void>
}

function Line({ collaborator: { role, developer }, appName, onRemove }: LineProps) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const { name, email } = developer
  return (
    <li>
      <strong>{name}</strong>
      <span>{email}</span>
      <Group gap="xs">
        <span>{role === 'user' ? t('adminApp.guest.role') : humanize(role)}</span>
        {role === 'user' && (
          <Button variant="subtle" color="red" size="compact-sm" onClick={() => setAsking(true)}>
            {t('adminApp.guest.remove')}
            <span className="visually-hidden"> {name}</span>
          </Button>
        )}
      </Group>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('adminApp.guest.removeTitle', { name })}
        confirmLabel={t('adminApp.guest.removeConfirm')}
        danger
        onConfirm={onRemove}
      >
        {t('adminApp.guest.removeDetail', { email, app: appName })}
      </ConfirmDialog>
    </li>
  )
}
