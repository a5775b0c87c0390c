import { Button, Group, Stack, Text } from '@mantine/core'
import { IconBraces } from '@tabler/icons-react'
import { checkDraft, instructionFields, saveBlock } from '@trestle/domain/manifests/saving.ts'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DraftNotice } from '../../shared/drafts/DraftNotice.tsx'
import { DraftStatusText } from '../../shared/drafts/DraftStatusText.tsx'
import { useFlags } from '../../http/session.ts'
import { LeaveGuard } from '../../shared/LeaveGuard.tsx'
import '../../texts/configurations.ts'
import '../../texts/manifests.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { toFailure } from '../../ui/failure.ts'
import { lazyOverlay } from '../../ui/LazyOverlay.tsx'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { toast } from '../../ui/toast.ts'
import { useSaveHotkey } from '../../ui/useSaveHotkey.ts'
import { usePageAction } from '../../shared/usePageAction.ts'
import { builderProblems } from './builderProblems.ts'
import { ConfigurationCards, type OpenForms } from './ConfigurationCards.tsx'
import { ConfigurationHeader } from './ConfigurationHeader.tsx'
import type { PermissionDrawer } from './DataConnectorCard.tsx'
import { DraftServerCheck } from './DraftServerCheck.tsx'
import { ConversionNote } from '../editor/DraftNotes.tsx'
import { InstallationKeys } from './InstallationKeys.tsx'
import { preloadEditor } from '../editor/lazyEditor.ts'
import { NewVersionDialog } from '../versions/NewVersionDialog.tsx'
import { PausedNotice } from '../versions/PausedNotice.tsx'
import { useCreateVersion } from '../versions/useCreateVersion.ts'
import { useNewVersionDecision } from '../versions/useNewVersionDecision.ts'
import type { NewVersion } from '../mutations.ts'
import type { NamedApp, Rights } from '../rights.ts'
import { RejectionNote } from '../review/RejectionNote.tsx'
import { refusedPaths } from '../editor/saveFailure.ts'
import type { SaveVersionDialogProps } from '../editor/SaveVersionDialog.tsx'
import { useBuilder, type Builder } from './useBuilder.ts'
import { useLoadedConfiguration, type LoadedConfiguration } from './useLoadedConfiguration.ts'
import { useServerErrors } from './useServerErrors.ts'
import { useTypedText } from './useTypedText.ts'

const SaveVersionDialog = lazyOverlay<SaveVersionDialogProps>(() =>
  import('../editor/SaveVersionDialog.tsx').then((m) => m.SaveVersionDialog),
)

interface ConfigurationsTabProps {
  app: NamedApp & { confidential: boolean }
  rights: Rights
  sandboxUrl: string | null
  /** Null where the permission builder is disabled. */
  permissionDrawer: PermissionDrawer | null
  /** Opens the production versions (PROM-12). */
  onPromoted: () => void
}

export function ConfigurationsTab(props: ConfigurationsTabProps) {
  const { t } = useTranslation()
  const { loaded, error, retry } = useLoadedConfiguration(props.app, props.rights.canModify)
  if (!loaded && error) {
    return <FailedState title={t('manifests.loadFailed')} error={error} onRetry={retry} />
  }
  if (!loaded) return <LinesSkeleton lines={8} />
  return (
    <Stack gap="lg">
      <RejectionNote version={loaded.newest.production} />
      <InstallationKeys {...loaded.newest} sandboxUrl={props.sandboxUrl} />
      <PausedNotice />
      <Configuration {...props} {...loaded} />
    </Stack>
  )
}

type ConfigurationProps = ConfigurationsTabProps & LoadedConfiguration

/** Returns why the whole tab is read-only. */
function useDisabledReason(rights: Rights): string | null {
  const { t } = useTranslation()
  const decision = useNewVersionDecision()
  if (!rights.canModify) return t('configurations.saveBlock.notAllowed')
  return decision.ok ? null : t('configurations.saveBlock.paused')
}

/** Returns the problems that stop a draft from being saved; someone who may not save needs no component. */
function useProblems(builder: Builder, canModify: boolean) {
  const { gov_cloud: isGovernmentCloud } = useFlags()
  const { document, basedOn } = builder
  const allowEmpty = builder.allowEmpty || !canModify
  const authCodeLocked = basedOn?.auth_code_locked ?? false
  const check = checkDraft(document, { isGovernmentCloud, allowEmpty, authCodeLocked })
  const { isValidating, serverErrors, onFound } = useServerErrors(builder)
  const problems = builderProblems(check, { ...builder, refused: [...serverErrors, ...builder.refused] })
  return {
    isValid: check.valid && serverErrors.length === 0,
    isValidating,
    problems,
    serverCheck: { isEmpty: check.emptyError !== null, onFound },
  }
}

type Dialog = 'save' | 'json' | null

function Configuration(props: ConfigurationProps) {
  const { app, rights, newest, existingNumbers } = props
  const { t } = useTranslation()
  const isPaused = !useNewVersionDecision().ok
  const builder = useBuilder(newest.version, props.templates)
  const { isValid, isValidating, problems, serverCheck } = useProblems(builder, rights.canModify)
  const disabledReason = useDisabledReason(rights)
  const [dialog, setDialog] = useState<Dialog>(null)
  const [forms, setForms] = useState<OpenForms>({ component: false, permissions: false })
  const create = useCreateVersion(app)
  const editor = useTypedText(app, props.draft, builder, disabledReason !== null, () => setDialog('json'))
  const block = saveBlock({
    canModify: rights.canModify,
    paused: isPaused,
    componentOpen: forms.component,
    permissionsOpen: forms.permissions,
    validating: isValidating,
    valid: isValid,
  })
  const saveReason = block && t(`configurations.saveBlock.${block}`)
  usePageAction('editJson', disabledReason === null, () => setDialog('json'))

  const save = () => {
    if (saveReason === null) return setDialog('save')
    builder.leave(...instructionFields)
    toast('warning', saveReason)
  }
  useSaveHotkey(() => {
    if (!dialog && !forms.component && !forms.permissions) save()
  })

  const createVersion = async (version: NewVersion) => {
    try {
      return await create(version)
    } catch (error) {
      builder.refuse(refusedPaths(toFailure(error)))
      throw error
    }
  }
  const startOver = () => {
    setDialog(null)
    editor.clear()
    builder.reset()
  }
  const closeEditor = (text: string | null) => {
    setDialog(null)
    editor.clear()
    if (text !== null) builder.type(text)
  }
  return (
    <>
      <ConfigurationHeader {...props} {...{ builder, problems, saveReason }} onSave={save} />
      <ConversionNote draft={builder} />
      <DraftNotice draft={editor.draft} />
      <ViewSwitch
        canModify={rights.canModify}
        disabledReason={disabledReason}
        isDirty={builder.isDirty}
        status={<DraftStatusText status={editor.draft.status} />}
        onJson={() => setDialog('json')}
      />
      <ConfigurationCards
        builder={builder}
        problems={problems}
        disabledReason={disabledReason}
        permissionDrawer={props.permissionDrawer}
        isConfidential={app.confidential}
        onForm={(form, isOpen) => setForms((open) => ({ ...open, [form]: isOpen }))}
      />
      <SaveVersionDialog
        opened={dialog === 'save'}
        onClose={() => setDialog(null)}
        appName={app.internal_name}
        builder={builder}
        existingNumbers={existingNumbers}
        canSetSemanticVersions={rights.canSetSemanticVersions}
        onCreate={createVersion}
        onCreated={startOver}
        onReload={startOver}
      />
      <NewVersionDialog
        app={app}
        rights={rights}
        opened={dialog === 'json'}
        shared={{
          draft: builder,
          isEdited: builder.isDirty,
          allowEmpty: builder.allowEmpty,
          restoredText: editor.restoredText,
          onTyped: editor.type,
        }}
        onClose={closeEditor}
        onCreated={builder.reset}
        onReload={builder.reset}
      />
      <DraftServerCheck appId={app.id} builder={builder} {...serverCheck} />
      <LeaveGuard unsaved={builder.isDirty} />
    </>
  )
}

interface ViewSwitchProps {
  canModify: boolean
  disabledReason: string | null
  isDirty: boolean
  status: ReactNode
  onJson: () => void
}

/** Opens the JSON view of the manifest, or says why the user may not edit. */
function ViewSwitch({ canModify, disabledReason, isDirty, status, onJson }: ViewSwitchProps) {
  const { t } = useTranslation()
  if (disabledReason !== null) {
    return (
      <Text size="sm" c="dimmed">
        {canModify ? disabledReason : t('configurations.readOnly', { reason: disabledReason })}
      </Text>
    )
  }
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" c="dimmed" component="output">
        {isDirty ? t('configurations.unsaved') : t('configurations.twoViews')}
      </Text>
      {status}
      <Button
        variant="default"
        leftSection={<IconBraces size="1rem" aria-hidden />}
        onClick={onJson}
        onMouseEnter={() => preloadEditor()}
      >
        {t('configurations.editJson')}
      </Button>
    </Group>
  )
}
