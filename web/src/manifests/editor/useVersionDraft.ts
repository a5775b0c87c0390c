import type { createManifest } from '@trestle/domain/manifests/calls.ts'
import type { ManifestVersion } from '@trestle/domain/manifests/contract.ts'
import {
  compareSemanticVersions,
  decideVersionNumber,
  highestSemanticVersion,
  isVersionJump,
  nextSemanticVersion,
} from '@trestle/domain/manifests/numbers.ts'
import { useState } from 'react'
import type { ResultOf } from '../../http/call.ts'
import { conflictingState } from '../../http/callError.ts'
import { toFailure } from '../../ui/failure.ts'
import { useHoldOpen } from '../../ui/openDialog.ts'
import type { NewVersion } from '../mutations.ts'
import { toSaveFailure } from './saveFailure.ts'

interface Start {
  startText: string
  /** The version the text is based on; null for the first one. */
  basedOn: ManifestVersion | null
  allowEmpty: boolean
  /** The version goes straight to production, which requires release notes (PROM-08). */
  needsReleaseNotes: boolean
  existingNumbers: readonly (string | null)[]
  canSetSemanticVersions: boolean
  onCreate: (version: NewVersion) => Promise<ManifestVersion>
  onCreated: (version: ManifestVersion) => void
}

/** A newer version that someone has saved since, and the number ours would get after it. */
interface Overtaken {
  by: ManifestVersion
  number: string | null
}

function useVersionNumber({
  existingNumbers,
  canSetSemanticVersions,
}: Pick<Start, 'existingNumbers' | 'canSetSemanticVersions'>) {
  const highest = highestSemanticVersion(existingNumbers)
  const suggested = canSetSemanticVersions ? nextSemanticVersion(highest) : ''
  const [start] = useState(suggested)
  const [number, setNumber] = useState(suggested)
  const [numberError, setNumberError] = useState<string | null>(null)
  return {
    /** Null where the server assigns the number (MAN-35). */
    wanted: canSetSemanticVersions ? number.trim() : null,
    highest,
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
      const error = !canSetSemanticVersions || decision.ok ? null : decision.refusal.message
      setNumberError(error)
      return error === null
    },
  }
}

const numberAfter = (by: ManifestVersion, wanted: string | null): string | null => {
  if (wanted === null || by.semantic_version === null) return wanted
  return compareSemanticVersions(wanted, by.semantic_version) > 0
    ? wanted
    : nextSemanticVersion(by.semantic_version)
}

/** Questions before a version is created: about its number, and for its release notes. */
type VersionQuestion = 'jump' | 'release'

function useQuestion() {
  const [question, setQuestion] = useState<VersionQuestion | null>(null)
  return {
    question,
    ask: (requested: VersionQuestion) => setQuestion(requested),
    /** Ignores a question that another one has already replaced. */
    dismiss: (requested: VersionQuestion) => setQuestion((now) => (now === requested ? null : now)),
  }
}

function useSaving(existingNumbers: Start['existingNumbers'], onNumberError: (message: string) => void) {
  const [saveErrors, setSaveErrors] = useState<string[]>([])
  const [isSaving, setIsSaving] = useState(false)
  useHoldOpen(isSaving)
  const attempt = async (save: () => Promise<void>) => {
    setSaveErrors([])
    setIsSaving(true)
    try {
      await save()
    } catch (error) {
      const failure = toSaveFailure(toFailure(error), existingNumbers)
      if (failure.location === 'number') onNumberError(failure.message)
      else setSaveErrors(failure.messages)
    } finally {
      setIsSaving(false)
    }
  }
  return { saveErrors, isSaving, attempt }
}

/** Returns the newer version that caused the refusal of a draft, if that was the reason. */
const overtakingVersion = (error: unknown): ManifestVersion | null =>
  conflictingState<ResultOf<typeof createManifest>>(error)?.manifest ?? null

/** Returns the editor's text and the state of saving it. */
export function useVersionDraft({ startText, basedOn, allowEmpty, onCreate, onCreated, ...start }: Start) {
  const [text, setText] = useState(startText)
  const [overtaken, setOvertaken] = useState<Overtaken | null>(null)
  const { question, ask, dismiss } = useQuestion()
  const [changelog, setChangelog] = useState('')
  const { wanted, isTyped, setNumberError, ...number } = useVersionNumber(start)
  const { saveErrors, isSaving, attempt } = useSaving(start.existingNumbers, setNumberError)

  /** Rejects when the save is refused, except when someone else has saved since. Then a question follows. */
  const save = async (semantic_version: string | null, base: ManifestVersion | null, notes: string) => {
    try {
      const version = await onCreate({
        text,
        semantic_version,
        based_on_app_version_id: base?.app_version_id ?? null,
        allow_empty_save: allowEmpty,
        changelog: start.needsReleaseNotes ? notes : null,
      })
      onCreated(version)
    } catch (error) {
      const by = overtakingVersion(error)
      if (!by) throw error
      setOvertaken({ by, number: numberAfter(by, semantic_version) })
    }
  }

  const submit = (notes = '') => attempt(() => save(wanted, basedOn, notes))

  const proceed = async () => (start.needsReleaseNotes ? ask('release') : submit())

  return {
    ...number,
    wanted,
    basedOn,
    text,
    setText,
    saveErrors,
    isSaving,
    isDirty: text !== startText || isTyped,
    create: async () => {
      // The shortcut also works while a dialog is on top, so ignore it there.
      if (question !== null || overtaken !== null) return
      if (wanted !== null && isVersionJump(number.highest, wanted)) ask('jump')
      else await proceed()
    },
    question,
    dismiss,
    acceptJump: proceed,
    /** Release notes of a refused attempt, so that the user need not type them again. */
    changelog,
    release: async (notes: string) => {
      setChangelog(notes)
      await submit(notes)
      dismiss('release')
    },
    overtaken,
    keep: () => setOvertaken(null),
    saveAnyway: async () => {
      if (overtaken) await save(overtaken.number, overtaken.by, changelog)
    },
  }
}

export type VersionDraft = ReturnType<typeof useVersionDraft>
