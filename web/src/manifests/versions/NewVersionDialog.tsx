import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { EnvironmentType, VersionableType } from '@trestle/domain/manifests/contract.ts'
import { environmentOfNewVersion, environments } from '@trestle/domain/manifests/rules.ts'
import { useEffect, useRef, useState } from 'react'
import { record } from '../../http/analytics.ts'
import { storedDraft } from '../../shared/drafts/queries.ts'
import type { DraftHandle } from '../../shared/drafts/useDraft.ts'
import { useFlags } from '../../http/session.ts'
import { useWasTrue } from '../../ui/useWasTrue.ts'
import { draftFrom, findNewest, type Draft } from '../editor/draft.ts'
import { ManifestEditorDialog } from '../editor/lazyEditor.ts'
import { manifestDraftKey } from '../editor/manifestDraft.ts'
import { snippets, templates, versionList } from '../queries.ts'
import type { NamedApp, Rights } from '../rights.ts'
import { useCreateVersion } from './useCreateVersion.ts'

/** Records the opening and closing of the editor, however the user leaves it (MAN-26, MAN-27). */
function useEditorEvents(appId: number, opened: boolean, environment: EnvironmentType) {
  useEffect(() => {
    if (!opened || environment !== 'sandbox') return undefined
    record('developers.sandbox_manifest_editor.opened', { developer_app_id: appId })
    return () => record('developers.sandbox_manifest_editor.closed', { developer_app_id: appId })
  }, [appId, opened, environment])
}

/** Loads the editor's initial data and the draft to restore, when it opens. */
function useStart(app: NamedApp, type: VersionableType, enabled: boolean, hasOwnDraft: boolean) {
  const loaded = useVersions(app, type, enabled)
  const draft = useQuery({ ...storedDraft(manifestDraftKey(app.id)), enabled: enabled && hasOwnDraft })
  const stored = hasOwnDraft ? draft.data : null
  return {
    start: loaded.start && stored !== undefined ? { ...loaded.start, stored } : null,
    error: loaded.error ?? draft.error,
    retry: () => {
      loaded.retry()
      if (draft.isError) void draft.refetch()
    },
  }
}

function useVersions(app: NamedApp, type: VersionableType, enabled: boolean) {
  const list = useInfiniteQuery({ ...versionList(app.id), enabled })
  const documents = useQuery({ ...templates(), enabled })
  // Each production version has a source in the sandbox, or there is no sandbox. So any version counts.
  const hasExisting = (list.data?.versions.length ?? 0) > 0
  const snippets3 = useQuery({ ...snippets('3', hasExisting), enabled: enabled && list.isSuccess })
  const snippets41 = useQuery({ ...snippets('4.1', hasExisting), enabled })
  const failed = [list, documents, snippets3, snippets41].filter((query) => query.isError)
  const isComplete = list.data && documents.data && snippets3.data && snippets41.data
  return {
    start: isComplete
      ? {
          draft: draftFrom(findNewest(list.data.versions, type), documents.data),
          existingNumbers: list.data.versions.map((version) => version.semantic_version),
          blocks: {
            templates: documents.data,
            snippets: { '3': snippets3.data, '4.1': snippets41.data },
          },
        }
      : null,
    error: failed[0]?.error ?? null,
    retry: () => failed.forEach((query) => void query.refetch()),
  }
}

/** A draft that another view also edits. The editor starts from it, and returns its text when closed. */
interface SharedDraft {
  draft: Draft
  isEdited: boolean
  allowEmpty: boolean
  /** Text typed earlier that is not a manifest yet. */
  restoredText: string | null
  /** Called with the text after every change. */
  onTyped: (text: string) => void
}

interface NewVersionDialogProps {
  app: NamedApp
  rights: Rights
  opened: boolean
  shared?: SharedDraft
  /** Receives the text when it has unsaved changes. */
  onClose: (text: string | null) => void
  onCreated?: () => void
  /** The user chose the other person's version over this draft. */
  onReload?: () => void
}

/** The editor of a new version, mounted when it opens for the first time. */
export function NewVersionDialog(props: NewVersionDialogProps) {
  return useWasTrue(props.opened) && <MountedDialog {...props} />
}

function MountedDialog(props: NewVersionDialogProps) {
  const { app, rights, opened, shared, onClose, onCreated, onReload } = props
  const type = environmentOfNewVersion(useFlags().gov_cloud)
  const environment = environments[type].type
  const { start, error, retry } = useStart(app, type, opened, !shared)
  const create = useCreateVersion(app)
  const client = useQueryClient()
  const [edition, setEdition] = useState(0)
  const typed = useRef<string | null>(null)
  const ownDraft = useRef<DraftHandle>(null)
  useEditorEvents(app.id, opened, environment)

  /** The view that shares the draft keeps it. */
  const forgetDraft = () => {
    if (shared) return
    ownDraft.current?.remove()
    client.setQueryData(storedDraft(manifestDraftKey(app.id)).queryKey, (before) => before && null)
  }
  const close = (text: string | null) => {
    typed.current = null
    forgetDraft()
    onClose(text)
  }
  const startOver = () => {
    onReload?.()
    if (shared) return close(null)
    forgetDraft()
    setEdition(edition + 1)
  }
  const form = start && {
    ...start,
    ...(shared ?? { isEdited: false, allowEmpty: false, restoredText: null }),
    ownDraft: shared ? null : { stored: start.stored, handle: ownDraft },
    appId: app.id,
    environment,
    canSetSemanticVersions: rights.canSetSemanticVersions,
    permissionBuilder: rights.permissionBuilder,
    onText: shared
      ? (text: string) => {
          typed.current = text
          shared.onTyped(text)
        }
      : null,
    onCreate: create,
    onCreated: () => {
      onCreated?.()
      close(null)
    },
    onReload: startOver,
  }
  return (
    <ManifestEditorDialog
      opened={opened}
      onClose={() => close(typed.current)}
      appName={app.internal_name}
      form={form}
      edition={edition}
      error={error}
      onRetry={retry}
    />
  )
}
