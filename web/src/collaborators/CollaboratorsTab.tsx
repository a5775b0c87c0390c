import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { mayActOnApp } from '@trestle/domain/access/roles.ts'
import type { AppPermissions, DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { actionRefusal } from '@trestle/domain/apps/rules.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/collaborators.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { toFailure } from '../ui/failure.ts'
import { LazyModal } from '../ui/LazyModal.tsx'
import { lazyOverlay } from '../ui/LazyOverlay.tsx'
import { Section } from '../ui/Section.tsx'
import { LinesSkeleton } from '../ui/Skeletons.tsx'
import { usePageAction } from '../shared/usePageAction.ts'
import { CollaboratorsForm } from './CollaboratorsForm.tsx'
import type { InvitationDialogProps } from './InvitationDialog.tsx'
import { PermissionMatrix } from './PermissionMatrix.tsx'
import { collaboratorList, invitationList } from './queries.ts'
import { useWording } from '../shared/useWording.ts'

const InvitationDialog = lazyOverlay<InvitationDialogProps>(() =>
  import('./InvitationDialog.tsx').then((m) => m.InvitationDialog),
)

interface CollaboratorsTabProps {
  app: DeveloperApp
  permissions: AppPermissions
}

/** Shows who works on the app. Guests can't open the list (COLL-05). */
export function CollaboratorsTab(props: CollaboratorsTabProps) {
  const { t } = useTranslation()
  const wording = useWording()
  if (!mayActOnApp(props.app.role, 'collaborators.view')) {
    return (
      <EmptyState
        kind="not-allowed"
        title={t('collaborators.tab.notAllowed')}
        detail={actionRefusal('collaborators.view').message}
      />
    )
  }
  return (
    <Section
      title={t('collaborators.tab.title')}
      description={t('collaborators.tab.detail', wording)}
      aside={<TabActions {...props} />}
    >
      <CollaboratorsList {...props} />
    </Section>
  )
}

function CollaboratorsList({ app, permissions }: CollaboratorsTabProps) {
  const { t } = useTranslation()
  const people = useQuery(collaboratorList(app.id))
  const invitations = useQuery(invitationList(app.id))
  const failed = [people, invitations].find(({ error, data }) => error && !data)
  if (failed) {
    return (
      <FailedState
        title={t(failed === people ? 'collaborators.tab.loadFailed' : 'collaborators.tab.invitationsFailed')}
        error={toFailure(failed.error)}
        onRetry={() => void failed.refetch()}
      />
    )
  }
  if (!people.data || !invitations.data) return <LinesSkeleton lines={6} />
  const isAlone = people.data.length === 1 && invitations.data.length === 0
  return (
    <Stack gap="md">
      {isAlone && permissions.canUpdateCollaborators && <Text>{t('collaborators.tab.alone')}</Text>}
      <CollaboratorsForm
        app={app}
        permissions={permissions}
        people={people.data}
        invitations={invitations.data}
      />
    </Stack>
  )
}

function TabActions({ app, permissions }: CollaboratorsTabProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'matrix' | 'invitation' | null>(null)
  const close = () => setOpen(null)
  usePageAction('invite', permissions.canUpdateCollaborators, () => setOpen('invitation'))
  return (
    <Group gap="xs">
      {permissions.canUpdateCollaborators && (
        <Button onClick={() => setOpen('invitation')}>{t('collaborators.tab.add')}</Button>
      )}
      <Button variant="default" onClick={() => setOpen('matrix')}>
        {t('collaborators.tab.viewPermissions')}
      </Button>
      <LazyModal opened={open === 'matrix'} onClose={close} title={t('collaborators.matrix.title')} size="lg">
        <PermissionMatrix />
      </LazyModal>
      <InvitationDialog appId={app.id} opened={open === 'invitation'} onClose={close} onSent={close} />
    </Group>
  )
}
