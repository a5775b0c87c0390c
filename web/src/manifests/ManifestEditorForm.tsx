import { Button, Group } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import type { EnvironmentType, ManifestVersion } from '@trestle/domain/manifests/contract.ts'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../ui/ErrorBanner.tsx'
import { CheckFailed } from './CheckFailed.tsx'
import type { Draft } from './draft.ts'
import { DraftNotes } from './DraftNotes.tsx'
import { EditorToolbar, type PermissionBuilder } from './EditorToolbar.tsx'
import { CancelButton, useUnsaved } from './GuardedModal.tsx'
import type { EditorBlocks } from './InsertMenu.tsx'
import { ManifestEditor, type EditorHandle } from './ManifestEditor.tsx'
import classes from './ManifestEditorForm.module.css'
import { useValidation } from './useValidation.ts'
import { useVersionDraft, type NewVersion } from './useVersionDraft.ts'
import { mayCreate, type Validation } from './validation.ts'
import { ValidationPanel } from './ValidationPanel.tsx'
import { VersionNumberField } from './VersionNumberField.tsx'

export interface ManifestEditorFormProps {
  onClose: () => void
  appId: number
  environment: EnvironmentType
  draft: Draft
  blocks: EditorBlocks
  /** Numbers of all the app's versions, whichever environment they are in. */
  existingNumbers: readonly (string | null)[]
  semanticVersions: boolean
  permissionBuilder: PermissionBuilder | null
  onCreate: (version: NewVersion) => Promise<ManifestVersion>
}

function useBlockReason(validation: Validation): string | null {
  const { t } = useTranslation()
  if (mayCreate(validation)) return null
  if (validation.state === 'validating') return t('manifests.editor.waitForCheck')
  return validation.state === 'errors'
    ? t('manifests.editor.correctFirst')
    : t('manifests.editor.checkUnavailable')
}

/** Lives only while the dialog is open, so that each opening starts from the draft. */
export function ManifestEditorForm(props: ManifestEditorFormProps) {
  const { draft, existingNumbers, semanticVersions, onClose } = props
  const { t } = useTranslation()
  const hintId = useId()
  const reasonId = useId()
  const editor = useRef<EditorHandle>(null)
  const numberField = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState('')
  const startText = draft.text ?? ''
  const version = useVersionDraft({ startText, existingNumbers, semanticVersions, onCreate: props.onCreate })
  const { text } = version
  const { validation, shownErrors, checkAgain } = useValidation(props.appId, props.environment, text)
  const reason = useBlockReason(validation)

  useUnsaved(version.isDirty)

  const change = (next: string) => {
    version.setText(next)
    setSaid('')
  }
  const create = async () => {
    if (reason !== null || version.isSaving) return setSaid(reason ?? '')
    if (!version.checkNumber()) return numberField.current?.focus()
    if (await version.create()) onClose()
  }
  useHotkeys([['mod+S', () => void create()]], [], true)

  return (
    <div className={classes['layout']}>
      <div className={classes['main']}>
        <DraftNotes draft={draft} />
        <EditorToolbar
          text={text}
          blocks={props.blocks}
          permissionBuilder={props.permissionBuilder}
          onReplace={(next) => editor.current?.replace(next)}
          onSay={setSaid}
        />
        <div className={classes['editor']}>
          <ManifestEditor
            initialText={startText}
            onChange={change}
            errors={shownErrors}
            label={t('manifests.editor.json')}
            describedBy={hintId}
            handle={editor}
          />
        </div>
        <p id={hintId} className={classes['hint']}>
          {t('manifests.editor.hint')}
        </p>
        <output className={classes['said']}>{said}</output>
      </div>
      <aside className={classes['side']} aria-label={t('manifests.editor.side')}>
        {semanticVersions ? (
          <VersionNumberField
            ref={numberField}
            value={version.number}
            existing={existingNumbers}
            error={version.numberError}
            onChange={version.setNumber}
            onLeave={version.checkNumber}
          />
        ) : (
          <p className={classes['hint']}>{t('manifests.editor.numberAutomatic')}</p>
        )}
        <div className={classes['validations']}>
          <ValidationPanel
            validation={validation}
            errors={shownErrors}
            text={text}
            onGoTo={(pointer) => editor.current?.goTo(pointer)}
            onCheckAgain={checkAgain}
          />
        </div>
        <ErrorBanner title={t('manifests.save.failed')} messages={version.saveErrors} />
        <div>
          {/* A press must not take the focus from the number: its error would move the buttons from under the click. */}
          <Group gap="sm" onMouseDown={(event) => event.preventDefault()}>
            <Button
              disabled={reason !== null}
              loading={version.isSaving}
              aria-describedby={reasonId}
              onClick={() => void create()}
            >
              {t('manifests.editor.create')}
            </Button>
            <CancelButton />
          </Group>
          <p id={reasonId} className={classes['hint']}>
            {reason}
          </p>
        </div>
      </aside>
      {validation.state === 'unavailable' && <CheckFailed key={text} message={validation.message} />}
    </div>
  )
}
