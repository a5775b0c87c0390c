import { useMutation } from '@tanstack/react-query'
import { versionLabel } from '@trestle/domain/manifests/versions.ts'
import { useTranslation } from 'react-i18next'
import '../../texts/manifests.ts'
import { toast } from '../../ui/toast.ts'
import { createVersion, type NewVersion } from '../mutations.ts'
import type { NamedApp } from '../rights.ts'
import { setHasPromoted } from './promotedApps.ts'

/** Returns a function that saves a version and confirms it in a toast. */
export function useCreateVersion(app: NamedApp) {
  const { t } = useTranslation()
  const { mutateAsync } = useMutation(createVersion(app.id))
  return async (version: NewVersion) => {
    const { manifest } = await mutateAsync(version)
    setHasPromoted(app.id, false)
    toast('success', t('manifests.editor.created', { version: versionLabel(manifest) }))
    return manifest
  }
}
