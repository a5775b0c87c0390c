import { versionLabel } from '@trestle/domain/manifests/versions.ts'
import { useTranslation } from 'react-i18next'
import '../../texts/manifests.ts'
import { fullDate } from '../../ui/dates.ts'
import { StaleSaveDialog } from '../../ui/StaleSaveDialog.tsx'
import { useLast } from '../../ui/useLast.ts'
import type { VersionDraft } from './useVersionDraft.ts'

interface OvertakenDialogProps {
  draft: Pick<VersionDraft, 'overtaken' | 'keep' | 'saveAnyway'>
  onReload: () => void
}

/** Asks the second of two people who saved from the same version whether to save anyway. */
export function OvertakenDialog({ draft, onReload }: OvertakenDialogProps) {
  const { t } = useTranslation()
  const { overtaken, keep, saveAnyway } = draft
  const shown = useLast(overtaken)
  if (!shown) return null
  const theirs = versionLabel(shown.by)
  const facts = { theirs, date: fullDate(shown.by.created_at) }
  const { created_by: name } = shown.by
  const who =
    name === null
      ? t('manifests.overtaken.someone', facts)
      : t('manifests.overtaken.person', { ...facts, name })
  return (
    <StaleSaveDialog
      opened={overtaken !== null}
      onKeep={keep}
      onReload={onReload}
      onOverwrite={saveAnyway}
      title={t('manifests.overtaken.title', { theirs })}
      detail={`${who} ${t('manifests.overtaken.detail', { theirs })}`}
      overwriteLabel={
        shown.number === null
          ? t('manifests.overtaken.save')
          : t('manifests.overtaken.saveAs', { number: shown.number })
      }
    />
  )
}
