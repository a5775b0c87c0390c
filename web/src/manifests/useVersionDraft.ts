import type { ManifestVersion } from '@trestle/domain/manifests/contract.ts'
import {
  compareSemanticVersions,
  decideVersionNumber,
  highestSemanticVersion,
  isVersionJump,
  nextSemanticVersion,
} from '@trestle/domain/manifests/numbers.ts'
import { useState } from 'react'
import { toFailure } from '../ui/failure.ts'
import { overtakingVersion, type NewVersion } from './queries.ts'
import { toSaveFailure } from './saveFailure.ts'

interface Start {
  startText: string
  /** The version the text starts from; null for the first one. */
  basedOn: ManifestVersion | null
  allowEmpty: boolean
  /** The version goes straight to production: release notes come with it (PROM-08). */
  needsReleaseNotes: boolean
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
  const highest = highestSemanticVersion(existingNumbers)
  const suggested = semanticVersions ? nextSemanticVersion(highest) : ''
  const [start] = useState(suggested)
  const [number, setNumber] = useState(suggested)
  const [numberError, setNumberError] = useState<string | null>(null)
  return {
    /** Null where the server counts by itself (MAN-35). */
    wanted: semanticVersions ? number.trim() : null,
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
      const error = !semanticVersions || decision.ok ? null : decision.refusal.message
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

/** What is asked before a version is created: about its number, and for its release notes. */
export type VersionQuestion = 'jump' | 'release'

function useQuestion() {
  const [question, setQuestion] = useState<VersionQuestion | null>(null)
  return {
    question,
    ask: (requested: VersionQuestion) => setQuestion(requested),
    /** Another question may have taken its place already. */
    dismiss: (requested: VersionQuestion) => setQuestion((now) => (now === requested ? null : now)),
  }
}

function useSaving(existingNumbers: Start['existingNumbers'], onNumberError: (message: string) => void) {
  const [saveErrors, setSaveErrors] = useState<string[]>([])
  const [isSaving, setIsSaving] = useState(false)
  const attempt = async (save: () => Promise<void>) => {
    setSaveErrors([])
    setIsSaving(true)
    try {
      await save()
    } catch (error) {
      const failure = toSaveFailure(toFailure(error), existingNumbers)
      if (failure.place === 'number') onNumberError(failure.message)
      else setSaveErrors(failure.messages)
    } finally {
      setIsSaving(false)
    }
  }
  return { saveErrors, isSaving, attempt }
}

/** What is typed into the editor, and how saving it went. */
export function useVersionDraft({ startText, basedOn, allowEmpty, onCreate, onCreated, ...start }: Start) {
  const [text, setText] = useState(startText)
  const [overtaken, setOvertaken] = useState<Overtaken | null>(null)
  const { question, ask, dismiss } = useQuestion()
  const [changelog, setChangelog] = useState('')
  const { wanted, isTyped, setNumberError, ...number } = useVersionNumber(start)
  const { saveErrors, isSaving, attempt } = useSaving(start.existingNumbers, setNumberError)

  /** Rejects when the save is refused, but for a version that was saved meanwhile: what then is a question. */
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
      // The shortcut that creates reaches here from a dialog on top, too.
      if (question !== null || overtaken !== null) return
      if (wanted !== null && isVersionJump(number.highest, wanted)) ask('jump')
      else await proceed()
    },
    question,
    dismiss,
    acceptJump: proceed,
    /** Release notes of a refused attempt, so that they need not be written again. */
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
