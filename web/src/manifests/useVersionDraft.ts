import type { ManifestVersion } from '@trestle/domain/manifests/contract.ts'
import {
  decideVersionNumber,
  highestSemanticVersion,
  nextSemanticVersion,
} from '@trestle/domain/manifests/numbers.ts'
import { useState } from 'react'
import { failureOf } from '../ui/failure.ts'
import { saveFailureOf } from './saveFailure.ts'

export interface NewVersion {
  text: string
  semantic_version: string | null
}

interface Start {
  startText: string
  existingNumbers: readonly (string | null)[]
  semanticVersions: boolean
  onCreate: (version: NewVersion) => Promise<ManifestVersion>
}

/** What is typed into the editor, and how saving it went. */
export function useVersionDraft({ startText, existingNumbers, semanticVersions, onCreate }: Start) {
  const suggested = semanticVersions ? nextSemanticVersion(highestSemanticVersion(existingNumbers)) : ''
  const [text, setText] = useState(startText)
  const [number, setNumber] = useState(suggested)
  const [numberError, setNumberError] = useState<string | null>(null)
  const [saveErrors, setSaveErrors] = useState<string[]>([])
  const [isSaving, setIsSaving] = useState(false)

  const checkNumber = () => {
    const decision = decideVersionNumber(number.trim(), existingNumbers)
    const error = !semanticVersions || decision.ok ? null : decision.refusal.message
    setNumberError(error)
    return error === null
  }

  /** Null when the save was refused; why is then in the errors. */
  const create = async (): Promise<ManifestVersion | null> => {
    setSaveErrors([])
    setIsSaving(true)
    try {
      return await onCreate({ text, semantic_version: semanticVersions ? number.trim() : null })
    } catch (error) {
      const failure = saveFailureOf(failureOf(error), existingNumbers)
      if (failure.place === 'number') setNumberError(failure.message)
      else setSaveErrors(failure.messages)
      return null
    } finally {
      setIsSaving(false)
    }
  }

  return {
    text,
    setText,
    number,
    setNumber: (value: string) => {
      setNumber(value)
      setNumberError(null)
    },
    numberError,
    saveErrors,
    isSaving,
    isDirty: text !== startText || number !== suggested,
    checkNumber,
    create,
  }
}
