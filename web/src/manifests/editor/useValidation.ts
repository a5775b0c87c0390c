import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { EnvironmentType } from '@trestle/domain/manifests/contract.ts'
import { useMemo } from 'react'
import { toFailure } from '../../ui/failure.ts'
import { contentCheck } from '../queries.ts'
import { readErrors, type EditorError } from './readErrors.ts'
import { toValidation, type Validation } from './validation.ts'

/** MAN-28 */
const validationDelayMs = 1000

export interface Checked {
  validation: Validation
  /** The previous errors while the next check runs, so that the list does not flicker with every key press. */
  shownErrors: readonly EditorError[]
  checkAgain: () => void
}

const none: readonly EditorError[] = []

/** Validates the text one second after the last key press: on the server, unless it can't be read at all. */
export function useValidation(
  appId: number,
  environment: EnvironmentType,
  { text, allowEmpty }: { text: string; allowEmpty: boolean },
): Checked {
  const [checkedText] = useDebouncedValue(text, validationDelayMs)
  const unreadable = useMemo(() => readErrors(checkedText), [checkedText])
  const check = useQuery({
    ...contentCheck(appId, environment, { text: checkedText, allowEmpty }),
    enabled: unreadable.length === 0,
    placeholderData: keepPreviousData,
  })
  const validation = toValidation({
    text,
    checkedText,
    unreadable,
    errors: check.isPlaceholderData ? undefined : check.data,
    failure: check.isError && !check.isFetching ? toFailure(check.error).message : null,
  })
  const previous = validation.state === 'validating' ? (check.data ?? none) : none
  return {
    validation,
    shownErrors: validation.state === 'errors' ? validation.errors : previous,
    checkAgain: () => void check.refetch(),
  }
}
