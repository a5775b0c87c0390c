import type { ManifestError } from '@trestle/domain/manifests/contract.ts'
import { environmentOfNewVersion, environments } from '@trestle/domain/manifests/rules.ts'
import { useLayoutEffect } from 'react'
import { useFlags } from '../../http/session.ts'
import { useValidation } from '../editor/useValidation.ts'

export interface ServerErrors {
  isValidating: boolean
  serverErrors: readonly ManifestError[]
}

interface ServerCheckProps {
  appId: number
  text: string
  allowEmpty: boolean
  onFound: (found: ServerErrors) => void
}

/** Validates a manifest on the server and reports what it finds. */
export function ServerCheck({ appId, text, allowEmpty, onFound }: ServerCheckProps) {
  const environment = environments[environmentOfNewVersion(useFlags().gov_cloud)].type
  const { validation, shownErrors } = useValidation(appId, environment, { text, allowEmpty })
  const isValidating = validation.state === 'validating'
  useLayoutEffect(
    () => onFound({ isValidating, serverErrors: shownErrors }),
    [isValidating, shownErrors, onFound],
  )
  return null
}
