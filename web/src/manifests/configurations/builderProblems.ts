import type { ManifestError } from '@trestle/domain/manifests/contract.ts'
import {
  instructionFields,
  isIncompleteInstruction,
  instructionTexts,
  type DraftCheck,
  type InstructionField,
  type InstructionTexts,
} from '@trestle/domain/manifests/saving.ts'
import type { Builder } from './useBuilder.ts'

/** The problems of a draft, by the card where they can be fixed. */
export interface BuilderProblems {
  components: string | null
  connector: string[]
  instructions: Partial<InstructionTexts>
  /** CONF-38 */
  isIncomplete: boolean
  /** Errors that belong to no card. */
  others: ManifestError[]
  any: boolean
}

const instructionPaths: Record<string, InstructionField> = {
  '/post_installation_instruction/notes': 'notes',
  '/post_installation_instruction/page/label': 'label',
  '/post_installation_instruction/page/url': 'url',
}

type Section = 'components' | 'connector' | 'instructions' | 'others'

/** Both schema versions, which have the same parts under different names. */
const sectionPaths: [start: string, section: Section][] = [
  ['/fullscreen', 'components'],
  ['/sidepanel', 'components'],
  ['/components/iframe', 'components'],
  ['/permissions', 'connector'],
  ['/oauth', 'connector'],
  ['/components/oauth', 'connector'],
]

function sectionFor({ path }: ManifestError): Section {
  if (instructionPaths[path]) return 'instructions'
  return sectionPaths.find(([start]) => path === start || path.startsWith(`${start}/`))?.[1] ?? 'others'
}

const uniqueMessages = (errors: readonly ManifestError[]) => [
  ...new Set(errors.map(({ message }) => message)),
]

/** The browser and the server report some of the same errors. */
const withoutRepeats = (errors: readonly ManifestError[]) =>
  errors.filter(
    ({ path, message }, index) =>
      errors.findIndex((each) => each.path === path && each.message === message) === index,
  )

/** Returns a draft's problems by card; an instruction field shows none while the user fills it in (CONF-39). */
export function builderProblems(
  check: DraftCheck,
  { refused, left, configured }: Pick<Builder, 'refused' | 'left' | 'configured'>,
): BuilderProblems {
  const errors = withoutRepeats([...check.errors, ...refused])
  const at = (section: Section) => errors.filter((error) => sectionFor(error) === section)
  const components = [
    ...(check.emptyError === null ? [] : [check.emptyError]),
    ...uniqueMessages(at('components')),
  ]
  const shown = instructionFields.flatMap((field) => {
    const found = left.includes(field) ? check.instruction[field] : undefined
    const instructionMessage = at('instructions').find(
      ({ path }) => instructionPaths[path] === field,
    )?.message
    const message = found ?? instructionMessage
    return message === undefined ? [] : [[field, message]]
  })
  const others = at('others')
  const connector = uniqueMessages(at('connector'))
  const texts = instructionTexts(configured.post_installation_instruction)
  return {
    components: components.length > 0 ? components.join(' ') : null,
    connector,
    instructions: Object.fromEntries(shown) as Partial<InstructionTexts>,
    isIncomplete: left.length > 0 && isIncompleteInstruction(texts),
    others,
    any: [components, connector, shown, others].some((list) => list.length > 0),
  }
}
