import { Button, Group } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import type { EnvironmentType, ManifestVersion } from '@trestle/domain/manifests/contract.ts'
import {
  startTransition,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import { useTranslation } from 'react-i18next'
import { LeaveGuard } from '../../shared/LeaveGuard.tsx'
import '../../texts/manifests.ts'
import { Boundary } from '../../ui/Boundary.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { clsx } from '../../ui/clsx.ts'
import { CheckFailed } from './CheckFailed.tsx'
import type { Draft } from './draft.ts'
import { DraftNotes } from './DraftNotes.tsx'
import { EditorDraft, type OwnDraft } from './EditorDraft.tsx'
import { EditorToolbar, type PermissionBuilder } from './EditorToolbar.tsx'
import { ExampleNote } from './ExampleNote.tsx'
import { CancelButton } from '../../ui/CancelButton.tsx'
import type { EditorBlocks } from './InsertMenu.tsx'
import { ManifestEditor, type EditorHandle } from './ManifestEditor.tsx'
import classes from './ManifestEditorForm.module.css'
import { parseManifest } from './manifestText.ts'
import { useValidation } from './useValidation.ts'
import type { NewVersion } from '../mutations.ts'
import { useVersionDraft, type VersionDraft } from './useVersionDraft.ts'
import { mayCreate, type Validation } from './validation.ts'
import { ValidationPanel } from './ValidationPanel.tsx'
import { VersionNumberField } from './VersionNumberField.tsx'
import { VersionQuestions } from './VersionQuestions.tsx'

export interface ManifestEditorFormProps {
  appId: number
  environment: EnvironmentType
  draft: Draft
  /** The draft has unsaved changes from the cards. */
  isEdited: boolean
  /** CONF-45 */
  allowEmpty: boolean
  /** Called on every change when the draft outlives the editor, so that closing loses nothing. */
  onText: ((text: string) => void) | null
  blocks: EditorBlocks
  /** Text typed earlier that is not a manifest yet. */
  restoredText: string | null
  /** Null when another view owns the draft. */
  ownDraft: OwnDraft | null
  /** Numbers of all the app's versions in both environments. */
  existingNumbers: readonly (string | null)[]
  canSetSemanticVersions: boolean
  permissionBuilder: PermissionBuilder | null
  onCreate: (version: NewVersion) => Promise<ManifestVersion>
  onCreated: (version: ManifestVersion) => void
  /** Restarts from the version that someone else saved. */
  onReload: () => void
}

function useBlockReason(validation: Validation): string | null {
  const { t } = useTranslation()
  if (mayCreate(validation)) return null
  if (validation.state === 'validating') return t('manifests.editor.waitForCheck')
  return validation.state === 'errors'
    ? t('manifests.editor.correctFirst')
    : t('manifests.editor.checkUnavailable')
}

/** Reads the text after the typed character is painted: a long manifest takes longer than a key press may. */
function useManifest(text: string) {
  const deferred = useDeferredValue(text)
  return useMemo(() => parseManifest(deferred), [deferred])
}

function useRestoredText(editor: RefObject<EditorHandle | null>, text: string | null): void {
  const restore = useEffectEvent(() => {
    if (text !== null) editor.current?.replace(text)
  })
  useEffect(() => restore(), [])
}

interface CreateOptions {
  reason: string | null
  numberField: RefObject<HTMLInputElement | null>
  onAnnounce: (text: string) => void
}

/** Creates the version on the button or Ctrl+S, or announces why it can't be created yet. */
function useCreate(version: VersionDraft, { reason, numberField, onAnnounce }: CreateOptions) {
  const create = async () => {
    if (reason !== null || version.isSaving) return onAnnounce(reason ?? '')
    if (!version.checkNumber()) return numberField.current?.focus()
    await version.create()
  }
  useHotkeys([['mod+S', () => void create()]], [], true)
  return create
}

/** Mounted only while the dialog is open, so that each opening starts from the draft. */
export function ManifestEditorForm(props: ManifestEditorFormProps) {
  const { existingNumbers, canSetSemanticVersions, allowEmpty, onText, onReload } = props
  const { t } = useTranslation()
  const hintId = useId()
  const editor = useRef<EditorHandle>(null)
  const numberField = useRef<HTMLInputElement>(null)
  const [announcement, setAnnouncement] = useState('')
  // Kept from the first render: a refetch behind the dialog must not change the base.
  const [draft] = useState(props.draft)
  const startText = draft.text ?? ''
  const needsReleaseNotes = props.environment === 'production'
  const version = useVersionDraft({ ...props, startText, basedOn: draft.basedOn, needsReleaseNotes })
  const { text } = version
  const manifest = useManifest(text)
  const checked = { text, allowEmpty }
  const { validation, shownErrors, checkAgain } = useValidation(props.appId, props.environment, checked)
  const reason = useBlockReason(validation)

  const change = (next: string) => {
    version.setText(next)
    startTransition(() => onText?.(next))
    setAnnouncement('')
  }
  useRestoredText(editor, props.restoredText)
  const create = useCreate(version, { reason, numberField, onAnnounce: setAnnouncement })

  return (
    <div className={classes['layout']}>
      <LeaveGuard unsaved={version.isDirty && (!onText || manifest === null)} />
      <div className={classes['main']}>
        <DraftNotes draft={draft} isEdited={props.isEdited} />
        <Boundary>
          <EditorToolbar
            text={text}
            blocks={props.blocks}
            permissionBuilder={props.permissionBuilder}
            onReplace={(next) => editor.current?.replace(next)}
            onAnnounce={setAnnouncement}
          />
        </Boundary>
        <div className={classes['editor']}>
          <Boundary>
            <ManifestEditor
              // An editor that crashed restarts with the text typed so far.
              initialText={text}
              onChange={change}
              errors={shownErrors}
              label={t('manifests.editor.json')}
              describedBy={hintId}
              handle={editor}
            />
          </Boundary>
        </div>
        {/* After the editor, which must be mounted before a draft is restored into it. */}
        {props.ownDraft && (
          <EditorDraft
            {...props.ownDraft}
            appId={props.appId}
            startText={startText}
            text={text}
            allowEmpty={allowEmpty}
            basedOn={draft.basedOn?.app_version_id ?? null}
            onText={(typed) => editor.current?.replace(typed)}
          />
        )}
        <p id={hintId} className={clsx(classes['hint'], 'keyboard-hint')}>
          {t('manifests.editor.hint')}
        </p>
        <output className={classes['announcement']}>{announcement}</output>
      </div>
      <aside className={classes['side']} aria-label={t('manifests.editor.side')}>
        <VersionNumberField
          isAutomatic={!canSetSemanticVersions}
          ref={numberField}
          value={version.number}
          existing={existingNumbers}
          error={version.numberError}
          onChange={version.setNumber}
          onLeave={version.checkNumber}
        />
        <div className={classes['validations']}>
          <Boundary resetKey={text}>
            <ValidationPanel
              validation={validation}
              errors={shownErrors}
              text={text}
              onGoTo={(pointer) => editor.current?.goTo(pointer)}
              onCheckAgain={checkAgain}
            />
          </Boundary>
        </div>
        <Boundary resetKey={text}>
          <ExampleNote content={manifest} />
        </Boundary>
        <ErrorBanner title={t('manifests.save.failed')} messages={version.saveErrors} />
        <CreateButton reason={reason} isSaving={version.isSaving} onCreate={() => void create()}>
          <CancelButton>{onText && t('manifests.editor.back')}</CancelButton>
        </CreateButton>
      </aside>
      <VersionQuestions draft={version} content={manifest} numberField={numberField} onReload={onReload} />
      {validation.state === 'unavailable' && <CheckFailed key={text} message={validation.message} />}
    </div>
  )
}

interface CreateButtonProps {
  reason: string | null
  isSaving: boolean
  onCreate: () => void
  /** Shown next to the button. */
  children: ReactNode
}

/** Shows the Create button, with the reason below it while disabled. */
function CreateButton({ reason, isSaving, onCreate, children }: CreateButtonProps) {
  const { t } = useTranslation()
  const reasonId = useId()
  return (
    <div>
      <Group gap="sm">
        <Button disabled={reason !== null} loading={isSaving} aria-describedby={reasonId} onClick={onCreate}>
          {t('manifests.editor.create')}
        </Button>
        {children}
      </Group>
      <p id={reasonId} className={classes['hint']}>
        {reason}
      </p>
    </div>
  )
}
