import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Draft } from '@trestle/domain/drafts/contract.ts'
import type { ManifestContent, ManifestVersion, SchemaVersion } from '@trestle/domain/manifests/contract.ts'
import { environmentOfNewVersion } from '@trestle/domain/manifests/rules.ts'
import { useStoredDraft } from '../../shared/drafts/queries.ts'
import { useFlags } from '../../http/session.ts'
import type { Newest } from './ConfigurationHeader.tsx'
import { findNewest } from '../editor/draft.ts'
import { manifestDraftKey } from '../editor/manifestDraft.ts'
import { templates, versionList } from '../queries.ts'
import type { NamedApp } from '../rights.ts'

export interface LoadedConfiguration {
  newest: Newest
  /** Unsaved input from an earlier visit. */
  draft: Draft | null
  templates: Record<SchemaVersion, ManifestContent>
  /** Numbers of all the app's versions in both environments. */
  existingNumbers: readonly (string | null)[]
}

function loadedFrom(
  sandbox: readonly ManifestVersion[],
  production: readonly ManifestVersion[],
  isGovernmentCloud: boolean,
): Omit<LoadedConfiguration, 'templates' | 'draft'> {
  const versions = [...production, ...sandbox]
  return {
    newest: {
      version: findNewest(versions, environmentOfNewVersion(isGovernmentCloud)),
      sandbox: sandbox[0] ?? null,
      production: production[0] ?? null,
    },
    existingNumbers: versions.map((version) => version.semantic_version),
  }
}

/** A template is the start of a version, so users who may not create one don't see its examples. */
const noTemplates: LoadedConfiguration['templates'] = { '3': {}, '4.1': { schema_version: '4.1' } }

/** Loads what the tab starts from; government cloud has no sandbox versions. */
export function useLoadedConfiguration(app: NamedApp, canModify: boolean) {
  const isGovernmentCloud = useFlags().gov_cloud
  const sandbox = useInfiniteQuery({ ...versionList(app.id, 'Sandbox'), enabled: !isGovernmentCloud })
  const production = useInfiniteQuery(versionList(app.id, 'ProductionEnvironment'))
  const documents = useQuery(templates())
  const sandboxVersions = isGovernmentCloud ? [] : sandbox.data?.versions
  const { draft, loading } = useStoredDraft(manifestDraftKey(app.id), canModify)
  const failed = [sandbox, production, documents, loading].filter((query) => query.isError)
  const loaded: LoadedConfiguration | null =
    sandboxVersions && production.data && documents.data && draft !== undefined
      ? {
          ...loadedFrom(sandboxVersions, production.data.versions, isGovernmentCloud),
          templates: canModify ? documents.data : noTemplates,
          draft,
        }
      : null
  return {
    loaded,
    error: failed[0]?.error ?? null,
    retry: () => failed.forEach((query) => void query.refetch()),
  }
}
