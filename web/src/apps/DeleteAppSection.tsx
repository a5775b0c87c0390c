import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { AppPermissions, DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { actionRefusal } from '@trestle/domain/apps/rules.ts'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFlags } from '../http/session.ts'
import { paths } from '../paths.ts'
import '../texts/settings.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { DangerButton } from '../ui/DangerButton.tsx'
import { ErrorBanner } from '../ui/ErrorBanner.tsx'
import { type Failure, toFailure } from '../ui/failure.ts'
import { Section } from '../ui/Section.tsx'
import { toast } from '../ui/toast.ts'
import { usePageAction } from '../shared/usePageAction.ts'
import { useDeleteApp } from './mutations.ts'
import { deletionEffects, versionCount } from './queries.ts'
import classes from './Settings.module.css'

interface DeleteAppSectionProps {
  app: DeveloperApp
  permissions: AppPermissions
}

/** Lets the owner delete the app. Others see who may (SET-19, SET-20). */
export function DeleteAppSection({ app, permissions }: DeleteAppSectionProps) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const reasonId = useId()
  const deletion = useDeletion(app)
  const { canDestroy } = permissions
  // A refusal closes the dialog and shows on the page (SET-22).
  const confirm = () => deletion().catch((error: unknown) => setFailure(toFailure(error)))
  const ask = () => {
    setFailure(null)
    setAsking(true)
  }
  usePageAction('deleteApp', canDestroy, ask)
  return (
    <Section title={t('settings.delete.title')} description={t('settings.delete.detail')}>
      <ErrorBanner error={failure} onClose={() => setFailure(null)} />
      <Group gap="md" mt={failure ? 'md' : 0}>
        <DangerButton
          disabled={!canDestroy}
          aria-describedby={canDestroy ? undefined : reasonId}
          onClick={ask}
        >
          {t('settings.delete.button')}
        </DangerButton>
        {!canDestroy && (
          <Text id={reasonId} size="sm" c="dimmed">
            {actionRefusal('app.delete').message}
          </Text>
        )}
      </Group>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('settings.delete.question', { name: app.internal_name })}
        confirmLabel={t('settings.delete.confirm')}
        typeName={app.internal_name}
        danger
        onConfirm={confirm}
      >
        <Effects app={app} />
      </ConfirmDialog>
    </Section>
  )
}

/** Deletes the app and leaves its page, even with unsaved changes (SET-21). */
function useDeletion(app: DeveloperApp): () => Promise<void> {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { remove, forget } = useDeleteApp(app.id)
  return async () => {
    await remove()
    toast('success', t('settings.delete.done', { name: app.internal_name }))
    await navigate({ href: paths.apps(), ignoreBlocker: true })
    forget()
  }
}

/** Shows the counts of what is deleted with the app. */
function Effects({ app }: { app: DeveloperApp }) {
  const { t } = useTranslation()
  const { gov_cloud: isGovernmentCloud } = useFlags()
  const sandbox = useSandboxEffect(app)
  const versions = useVersionEffect(app)
  const uses = useUseEffects(app)
  return (
    <>
      <strong>{t('settings.delete.warning')}</strong>
      <ul className={classes['effects']}>
        <li>{t('settings.delete.collaborators', { count: app.collaborators.length })}</li>
        {!isGovernmentCloud && <li>{sandbox}</li>}
        <li>{versions}</li>
        {uses.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}

function useSandboxEffect({ sandbox }: DeveloperApp): string {
  const { t } = useTranslation()
  if (!sandbox) return t('settings.delete.noSandbox')
  const company = sandbox.company_id
  return company === null ? t('settings.delete.sandboxOther') : t('settings.delete.sandbox', { company })
}

function useVersionEffect({ id }: DeveloperApp): string {
  const { t } = useTranslation()
  const { data: count, isError } = useQuery(versionCount(id))
  if (isError) return t('settings.delete.allVersions')
  if (count === undefined) return t('settings.delete.countingVersions')
  return count === 0 ? t('settings.delete.noVersions') : t('settings.delete.versions', { count })
}

/** Says who can no longer use the app, with a line for each nonzero count. */
function useUseEffects({ id }: DeveloperApp): string[] {
  const { t } = useTranslation()
  const { data: counts, isError } = useQuery(deletionEffects(id))
  if (isError) return [t('settings.delete.allUses')]
  if (counts === undefined) return [t('settings.delete.countingUses')]
  const { installations, authorized_people: people, personal_tokens: tokens } = counts
  return [
    ...(installations > 0 ? [t('settings.delete.installations', { count: installations })] : []),
    ...(people > 0 ? [t('settings.delete.authorized', { count: people })] : []),
    ...(tokens > 0 ? [t('settings.delete.tokens', { count: tokens })] : []),
  ]
}
