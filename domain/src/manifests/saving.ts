import type { Decision } from '../http/errors.ts'
import { directionOverride, fieldMessages, tooLong } from '../http/messages.ts'
import { hasDirectionOverride, isBlank } from '../text/characters.ts'
import { type CheckContext, crossFieldErrors, isEmptyManifest } from './validation/checks.ts'
import type { InstallInstruction, ManifestContent, ManifestError } from './contract.ts'
import { configuredContent } from './document/content.ts'
import { maxManifestErrors } from './document/document.ts'
import { isHttpsAddress } from './validation/interpolation.ts'
import { maxInstructionLabel, maxInstructionNotes } from './validation/schemaParts.ts'

/** The reasons why no version can be saved now. */
export type SaveBlock =
  | 'notAllowed'
  | 'paused'
  | 'componentOpen'
  | 'permissionsOpen'
  | 'validating'
  | 'invalid'

export interface SaveState {
  canModify: boolean
  /** Whether new sandbox manifests are paused (MAN-44). */
  paused: boolean
  /** Whether the component form is open (CONF-41). */
  componentOpen: boolean
  /** Whether the permission form is open (CONF-42). */
  permissionsOpen: boolean
  /** Whether the server still validates text from the JSON editor. */
  validating: boolean
  /** Whether the document is valid (CONF-43). */
  valid: boolean
}

/**
 * Returns the first reason why saving is disabled, or null. Reasons that editing cannot fix come first, quick fixes
 * last.
 */
export function saveBlock(state: SaveState): SaveBlock | null {
  if (!state.canModify) return 'notAllowed'
  if (state.paused) return 'paused'
  if (state.componentOpen) return 'componentOpen'
  if (state.permissionsOpen) return 'permissionsOpen'
  if (!state.valid) return 'invalid'
  return state.validating ? 'validating' : null
}

export const instructionFields = ['notes', 'label', 'url'] as const
export type InstructionField = (typeof instructionFields)[number]

export type InstructionTexts = Record<InstructionField, string>

/** CONF-38 */
export const incompleteInstruction = 'All post installation instruction fields must be present'

const maxLengths: Record<InstructionField, number> = {
  notes: maxInstructionNotes,
  label: maxInstructionLabel,
  url: Infinity,
}

export const instructionTexts = (instruction: InstallInstruction | undefined): InstructionTexts => ({
  notes: instruction?.notes ?? '',
  label: instruction?.page.label ?? '',
  url: instruction?.page.url ?? '',
})

/**
 * Returns the errors of the instructions. The three fields are filled in together or not at all (CONF-37, CONF-39,
 * CONF-51).
 */
export function instructionErrors(texts: InstructionTexts): Partial<InstructionTexts> {
  const isProvided = (field: InstructionField) => !isBlank(texts[field])
  if (!instructionFields.some(isProvided)) return {}
  const errors = instructionFields.flatMap((field) => {
    if (!isProvided(field)) return [[field, fieldMessages.required]]
    if (field === 'url' && !isHttpsAddress(texts.url)) return [[field, fieldMessages.url]]
    if (field === 'label' && hasDirectionOverride(texts.label)) return [[field, directionOverride]]
    return texts[field].length > maxLengths[field] ? [[field, tooLong(maxLengths[field])]] : []
  })
  return Object.fromEntries(errors) as Partial<InstructionTexts>
}

export const isIncompleteInstruction = (texts: InstructionTexts): boolean =>
  Object.values(instructionErrors(texts)).includes(fieldMessages.required)

/** CONF-48; shown inside the open Components card (CONF-49). Government cloud has no side panels. */
const toNoComponent = ({ isGovernmentCloud }: CheckContext): string =>
  isGovernmentCloud
    ? 'A fullscreen component must be present'
    : 'At least one of fullscreen or sidepanel must be present'

/** CONF-50 */
export const missingFields = 'Please fill in the required fields below before creating a version.'

export interface DraftCheck {
  /** Set if the document has none of the six parts, and needs one (CONF-44, CONF-45). */
  emptyError: string | null
  instruction: Partial<InstructionTexts>
  /** Other errors across the document's parts, by path. */
  errors: ManifestError[]
  valid: boolean
}

/** Returns the obstacles to saving a draft that the browser can detect (CONF-43). */
export function checkDraft(document: ManifestContent, context: CheckContext): DraftCheck {
  const { post_installation_instruction } = configuredContent(document)
  const emptyError = isEmptyManifest(document) && !context.allowEmpty ? toNoComponent(context) : null
  const instruction = instructionErrors(instructionTexts(post_installation_instruction))
  const errors = crossFieldErrors(document, { ...context, allowEmpty: true }).slice(0, maxManifestErrors)
  const valid = emptyError === null && Object.keys(instruction).length === 0 && errors.length === 0
  return { emptyError, instruction, errors, valid }
}

interface SavedVersion {
  version: number
  app_version_id: string
}

/**
 * Returns the version that was saved after the one a draft starts from, or null.
 *
 * A promoted version keeps the number of its source, so that a promotion alone doesn't create a newer version.
 */
export function decideOverlooked<Version extends SavedVersion>(
  versions: readonly Version[],
  basedOn: string | null | undefined,
): Decision<Version | null> {
  if (basedOn === undefined) return { ok: true, value: null }
  const base = versions.find((version) => version.app_version_id === basedOn)
  if (basedOn !== null && !base) {
    const message = 'This app has no version with this app version key.'
    const fields = { based_on_app_version_id: [message] }
    return { ok: false, refusal: { code: 'invalid_input', message, fields } }
  }
  const newest = Math.max(0, ...versions.map(({ version }) => version))
  const isOverlooked = newest > (base?.version ?? 0)
  const source = versions.findLast(({ version }) => version === newest)
  return { ok: true, value: isOverlooked ? (source ?? null) : null }
}
