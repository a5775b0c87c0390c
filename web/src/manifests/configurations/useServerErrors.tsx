import type { ManifestError } from '@trestle/domain/manifests/contract.ts'
import { environmentOfNewVersion, environments } from '@trestle/domain/manifests/rules.ts'
import type { DraftCheck } from '@trestle/domain/manifests/saving.ts'
import { useFlags } from '../../http/session.ts'
import { useValidation } from '../editor/useValidation.ts'
import type { Builder } from './useBuilder.ts'

const none: readonly ManifestError[] = []

/**
 * Returns what the server finds in a draft that was typed as JSON, such as an unknown key: only the server has the
 * schema (CONF-43). While the server can't be reached, saving stays possible, and is then refused by the server.
 */
export function useServerErrors(
  appId: number,
  { isDirty, isTyped, text, allowEmpty }: Builder,
  { isEmpty }: DraftCheck,
) {
  const environment = environments[environmentOfNewVersion(useFlags().gov_cloud)].type
  const isNeeded = isDirty && isTyped
  // The Components card already shows that the manifest is empty.
  const content = { text, allowEmpty: allowEmpty || isEmpty, isNeeded }
  const { validation, shownErrors } = useValidation(appId, environment, content)
  return isNeeded
    ? { isValidating: validation.state === 'validating', serverErrors: shownErrors }
    : { isValidating: false, serverErrors: none }
}
