import { Stack } from '@mantine/core'
import type { AdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import '../texts/adminApp.ts'
import { DangerButton } from '../ui/DangerButton.tsx'
import { fullDateWithSeconds } from '../ui/dates.ts'
import type { Failure } from '../ui/failure.ts'
import { lazyOverlay } from '../ui/LazyOverlay.tsx'
import { TextLink } from '../ui/Link.tsx'
import { Moment } from '../ui/Moment.tsx'
import { Section } from '../ui/Section.tsx'
import classes from './AdminApp.module.css'
import { AdminCollaborators } from './AdminCollaborators.tsx'
import { AdminContacts } from './AdminContacts.tsx'
import type { ChangeOwnerDialogProps } from './ChangeOwnerDialog.tsx'
import { PendingOwner } from './PendingOwner.tsx'
import { Undelete } from './Undelete.tsx'
import type { AdminAppFormState } from './useAdminAppForm.ts'

const ChangeOwnerDialog = lazyOverlay<ChangeOwnerDialogProps>(() =>
  import('./ChangeOwnerDialog.tsx').then((m) => m.ChangeOwnerDialog),
)

export interface AdminAppPanelProps {
  app: AdminDeveloperApp
  state: AdminAppFormState
  /** Whether the form that saves a choice is shown next to the panel. */
  isBesideForm: boolean
  /** Receives refusals to show at the top of the page, where they are visible (ERR-06). */
  onFailure: (failure: Failure | null) => void
}

interface PanelProps extends AdminAppPanelProps {
  /** Sections of other features. */
  children: ReactNode
}

/** Shows the panel next to every tab of an app's admin page (AAPP-31 to AAPP-42). */
export function AdminAppPanel(props: PanelProps) {
  const { t } = useTranslation()
  const { app } = props
  const panel = useRef<HTMLDivElement>(null)
  return (
    <Stack
      component="aside"
      ref={panel}
      tabIndex={-1}
      gap="lg"
      className={classes['panel'] ?? ''}
      aria-label={t('adminApp.panel.label')}
    >
      {/* The button disappears when pressed, so keep the focus in the panel. */}
      {app.deleted_at !== null && (
        <Undelete app={app} onFailure={props.onFailure} onDone={() => panel.current?.focus()} />
      )}
      <Owner {...props} />
      <AdminCollaborators {...props} />
      <AdminContacts {...props} />
      {props.children}
      <Metadata app={app} />
    </Stack>
  )
}

function Owner({ app, state, isBesideForm }: AdminAppPanelProps) {
  const { t } = useTranslation()
  const [isChoosing, setChoosing] = useState(false)
  const change = useRef<HTMLButtonElement>(null)
  const { name, email, procore_id: platformId } = app.owner
  return (
    <Section title={t('adminApp.panel.owner')}>
      <Stack gap="sm">
        <dl className={classes['facts']}>
          <dt>{t('adminApp.panel.name')}</dt>
          <dd>
            <TextLink href={paths.adminDeveloper(app.owner_id)}>{name}</TextLink>
          </dd>
          <dt>{t('adminApp.panel.email')}</dt>
          <dd>{email}</dd>
          <dt>{t('adminApp.panel.platformId')}</dt>
          <dd>{platformId ?? t('adminApp.panel.noPlatformId')}</dd>
        </dl>
        <PendingOwner app={app} form={state.form} onUndone={() => change.current?.focus()}>
          {!isBesideForm && <TextLink href={paths.adminApp(app.id)}>{t('adminApp.owner.toForm')}</TextLink>}
        </PendingOwner>
        <DangerButton ref={change} className={classes['wrap'] ?? ''} onClick={() => setChoosing(true)}>
          {t('adminApp.panel.changeOwner')}
        </DangerButton>
      </Stack>
      <ChangeOwnerDialog
        app={app}
        opened={isChoosing}
        onClose={() => setChoosing(false)}
        onChoose={(owner) => {
          state.form.setFieldValue('owner', owner)
          state.form.clearFieldError('owner_id')
        }}
      />
    </Section>
  )
}

function Metadata({ app }: { app: AdminDeveloperApp }) {
  const { t } = useTranslation()
  const { deleted_at: deletedAt } = app
  return (
    <Section title={t('adminApp.panel.metadata')}>
      <dl className={classes['facts']}>
        <dt>{t('adminApp.panel.created')}</dt>
        <dd>
          <Moment at={app.created_at} format={fullDateWithSeconds} />
        </dd>
        <dt>{t('adminApp.panel.updated')}</dt>
        <dd>
          <Moment at={app.updated_at} format={fullDateWithSeconds} />
        </dd>
        <dt>{t('adminApp.panel.deleted')}</dt>
        <dd>
          {deletedAt === null ? (
            t('adminApp.panel.notDeleted')
          ) : (
            <Moment at={deletedAt} format={fullDateWithSeconds} />
          )}
        </dd>
      </dl>
    </Section>
  )
}
