import { Button, Stack, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import type { ManifestVersion } from '@trestle/domain/manifests/contract.ts'
import { versionLabel } from '@trestle/domain/manifests/versions.ts'
import { useId, useRef, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useFlags } from '../../http/session.ts'
import '../../texts/configurations.ts'
import '../../texts/manifests.ts'
import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { cardLabel } from '../configurations/cardLabels.ts'
import { ExampleNote } from './ExampleNote.tsx'
import { CancelButton } from '../../ui/CancelButton.tsx'
import { Modal } from '../../ui/Modal.tsx'
import type { NewVersion } from '../mutations.ts'
import type { Builder } from '../configurations/useBuilder.ts'
import { useVersionDraft } from './useVersionDraft.ts'
import { VersionNumberField } from './VersionNumberField.tsx'
import { VersionQuestions } from './VersionQuestions.tsx'

interface SavingProps {
  builder: Builder
  existingNumbers: readonly (string | null)[]
  canSetSemanticVersions: boolean
  onCreate: (version: NewVersion) => Promise<ManifestVersion>
  onCreated: () => void
  onReload: () => void
}

export interface SaveVersionDialogProps extends SavingProps {
  opened: boolean
  onClose: () => void
  appName: string
}

/** Asks for the version number and saves the draft as a version. */
export function SaveVersionDialog({ opened, onClose, appName, ...saving }: SaveVersionDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('configurations.saving.title', { app: appName })}
      size="md"
    >
      <SaveVersionForm {...saving} />
    </Modal>
  )
}

/** Mounted only while the dialog is open, so that each opening suggests the next number. */
function SaveVersionForm({ builder, existingNumbers, canSetSemanticVersions, ...calls }: SavingProps) {
  const { t } = useTranslation()
  const numberField = useRef<HTMLInputElement>(null)
  const { onCreate, onCreated, onReload } = calls
  const { text, basedOn, allowEmpty } = builder
  const needsReleaseNotes = useFlags().gov_cloud
  const start = {
    startText: text,
    basedOn,
    allowEmpty,
    needsReleaseNotes,
    existingNumbers,
    canSetSemanticVersions,
  }
  const version = useVersionDraft({ ...start, onCreate, onCreated })
  const isNumberMissing = canSetSemanticVersions && version.number.trim() === ''
  const reason = isNumberMissing ? t('configurations.saveBlock.numberMissing') : null
  const reasonId = useId()

  const create = async () => {
    if (isNumberMissing || version.isSaving) return
    if (!version.checkNumber()) return numberField.current?.focus()
    await version.create()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void create()
  }
  useHotkeys([['mod+S', () => void create()]], [], true)

  return (
    <>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text size="sm">
            <Origin builder={builder} />
          </Text>
          <ExampleNote content={builder.document} toLabel={(pointer) => cardLabel(t, pointer)} />
          <VersionNumberField
            isAutomatic={!canSetSemanticVersions}
            ref={numberField}
            value={version.number}
            existing={existingNumbers}
            takesFocus
            error={version.numberError}
            onChange={version.setNumber}
            onLeave={version.checkNumber}
          />
          <ErrorBanner title={t('manifests.save.failed')} messages={version.saveErrors} />
          <DialogFooter reason={reason} reasonId={reasonId}>
            <CancelButton />
            <Button
              type="submit"
              loading={version.isSaving}
              disabled={isNumberMissing}
              aria-describedby={isNumberMissing ? reasonId : undefined}
            >
              {t('configurations.saving.submit')}
            </Button>
          </DialogFooter>
        </Stack>
      </form>
      {/* Outside the form: React bubbles the submit event of a nested dialog to the form around it. */}
      <VersionQuestions
        draft={version}
        content={builder.document}
        numberField={numberField}
        onReload={onReload}
      />
    </>
  )
}

/** Says which version the new one follows, and whether it has changes. */
function Origin({ builder: { basedOn, isDirty, isConverted } }: { builder: Builder }) {
  const { t } = useTranslation()
  if (basedOn === null) return t('configurations.saving.first')
  const version = { version: versionLabel(basedOn) }
  return isDirty || isConverted
    ? t('configurations.saving.basedOn', version)
    : t('configurations.saving.unchanged', version)
}
