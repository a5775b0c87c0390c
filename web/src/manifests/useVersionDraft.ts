import type { ManifestVersion } from '@trestle/domain/manifests/contract.ts'
import {
  compareSemanticVersions,
  decideVersionNumber,
  highestSemanticVersion,
  nextSemanticVersion,
} from '@trestle/domain/manifests/numbers.ts'
import { useState } from 'react'
import { failureOf } from '../ui/failure.ts'
import { overtakingVersion, type NewVersion } from './queries.ts'
import { saveFailureOf } from './saveFailure.ts'

interface Start {
  startText: string
  /** The version the text starts from; null for the first one. */
  basedOn: ManifestVersion | null
  allowEmpty: boolean
  existingNumbers: readonly (string | null)[]
  semanticVersions: boolean
  onCreate: (version: NewVersion) => Promise<ManifestVersion>
  onCreated: (version: ManifestVersion) => void
}

/** A version that was saved meanwhile, and the number ours would have on top of it. */
interface Overtaken {
  by: ManifestVersion
  number: string | null
}

function useVersionNumber({
  existingNumbers,
  semanticVersions,
}: Pick<Start, 'existingNumbers' | 'semanticVersions'>) {
  const suggested = semanticVersions ? nextSemanticVersion(highestSemanticVersion(existingNumbers)) : ''
  const [start] = useState(suggested)
  const [number, setNumber] = useState(suggested)
  const [numberError, setNumberError] = useState<string | null>(null)
  return {
    /** Null where the server counts by itself (MAN-35). */
    wanted: semanticVersions ? number.trim() : null,
    isTyped: number !== start,
    number,
    numberError,
    setNumberError,
    setNumber: (value: string) => {
      setNumber(value)
      setNumberError(null)
    },
    checkNumber: () => {
      const decision = decideVersionNumber(number.trim(), existingNumbers)
      const error = !semanticVersions || decision.ok ? null : decision.refusal.message
      setNumberError(error)
      return error === null
    },
  }
}

const numberOnTopOf = (by: ManifestVersion, wanted: string | null): string | null => {
  if (wanted === null || by.semantic_version === null) return wanted
  return compareSemanticVersions(wanted, by.semantic_version) > 0
    ? wanted
    : nextSemanticVersion(by.semantic_version)
}

/** What is typed into the editor, and how saving it went. */
export function useVersionDraft({ startText, basedOn, allowEmpty, onCreate, onCreated, ...start }: Start) {
  const [text, setText] = useState(startText)
  const [saveErrors, setSaveErrors] = useState<string[]>([])
  const [isSaving, setIsSaving] = useState(false)
  const [overtaken, setOvertaken] = useState<Overtaken | null>(null)
  const { wanted, isTyped, setNumberError, ...number } = useVersionNumber(start)

  /** Rejects when the save is refused, but for a version that was saved meanwhile: what then is a question. */
  const save = async (semantic_version: string | null, base: ManifestVersion | null) => {
    try {
      const based_on_app_version_id = base?.app_version_id ?? null
      onCreated(
        await onCreate({ text, semantic_version, based_on_app_version_id, allow_empty_save: allowEmpty }),
      )
    } catch (error) {
      const by = overtakingVersion(error)
      if (!by) throw error
      setOvertaken({ by, number: numberOnTopOf(by, semantic_version) })
    }
  }

  const create = async () => {
    setSaveErrors([])
    setIsSaving(true)
    try {
      await save(wanted, basedOn)
    } catch (error) {
      const failure = saveFailureOf(failureOf(error), start.existingNumbers)
      if (failure.place === 'number') setNumberError(failure.message)
      else setSaveErrors(failure.messages)
    } finally {
      setIsSaving(false)
    }
  }

  return {
    ...number,
    text,
    setText,
    saveErrors,
    isSaving,
    isDirty: text !== startText || isTyped,
    create,
    overtaken,
    keep: () => setOvertaken(null),
    saveAnyway: async () => {
      if (overtaken) await save(overtaken.number, overtaken.by)
    },
  }
}

export type VersionDraft = ReturnType<typeof useVersionDraft>
