import { Button } from '@mantine/core'
import { checkNotDeleted } from '@trestle/domain/apps/rules.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/adminApp.ts'
import { humanize } from '../ui/humanize.ts'
import { lazyOverlay } from '../ui/LazyOverlay.tsx'
import type { AddGuestDialogProps } from './AddGuestDialog.tsx'
import classes from './AdminApp.module.css'
import type { AdminAppPanelProps } from './AdminAppPanel.tsx'
import { AdminPeople } from './AdminPeople.tsx'
import { useRemoveGuest } from './mutations.ts'

const AddGuestDialog = lazyOverlay<AddGuestDialogProps>(() =>
  import('./AddGuestDialog.tsx').then((m) => m.AddGuestDialog),
)

/** Lists the people who work on the app in addition to its owner. Only staff can add guests (COLL-05). */
export function AdminCollaborators({ app, onFailure }: Pick<AdminAppPanelProps, 'app' | 'onFailure'>) {
  const { t } = useTranslation()
  const [isAdding, setAdding] = useState(false)
  const { mutateAsync: remove } = useRemoveGuest(app.id)
  const removalFor = (id: number, { name, email }: { name: string; email: string }) => ({
    title: t('adminApp.guest.removeTitle', { name }),
    detail: t('adminApp.guest.removeDetail', { email, app: app.internal_name }),
    confirmLabel: t('adminApp.guest.removeConfirm'),
    done: t('adminApp.guest.removed'),
    run: () => remove(id),
  })
  const people = app.collaborators
    .filter(({ role }) => role !== 'owner')
    .map(({ id, role, developer }) => {
      const isGuest = role === 'user'
      return {
        id,
        ...developer,
        detail: <span>{isGuest ? t('adminApp.guest.role') : humanize(role)}</span>,
        removal: isGuest ? removalFor(id, developer) : null,
      }
    })
  return (
    <AdminPeople
      title={t('adminApp.panel.collaborators')}
      none={t('adminApp.panel.collaboratorsNone')}
      people={people}
      onFailure={onFailure}
    >
      {checkNotDeleted(app) === null && (
        <Button variant="default" className={classes['wrap'] ?? ''} onClick={() => setAdding(true)}>
          {t('adminApp.guest.title')}
        </Button>
      )}
      <AddGuestDialog app={app} opened={isAdding} onClose={() => setAdding(false)} />
    </AdminPeople>
  )
}
