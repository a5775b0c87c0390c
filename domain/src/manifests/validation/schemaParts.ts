import { visibleCharacter, withoutDirectionOverrides } from '../../text/characters.ts'
import { levels } from '../../permissions/levels.ts'

/** A JSON Schema 2020-12 as plain data. */
export type JsonSchema = Record<string, unknown>

/** More entries than any list of views, tools or parameters needs. */
export const maxEntries = 100

export const maxName = 255
export const maxDescription = 1000
export const maxSourceUrl = 2000

/** Returns the schema of an object with these keys and no others. */
export const closed = (required: string[], properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
})

const visibleText = (maxLength: number): JsonSchema => ({
  type: 'string',
  minLength: 1,
  maxLength,
  pattern: visibleCharacter,
})

/** Returns the schema of names and labels: visible, without direction overrides (see LVAL-08). */
const visibleLine = (maxLength: number): JsonSchema => ({
  ...visibleText(maxLength),
  allOf: [{ type: 'string', pattern: withoutDirectionOverrides }],
})

export const maxInstructionNotes = 5000
export const maxInstructionLabel = 255

/** A host, then no spaces or braces, in any script: the same addresses as in forms and listings. */
export const httpsPattern = '^https://[^\\s/?#{}][^\\s{}]*$'
const httpsAddress: JsonSchema = { type: 'string', pattern: httpsPattern }

export const name = visibleLine(maxName)
export const description: JsonSchema = { type: 'string', maxLength: maxDescription }
export const uuid: JsonSchema = { type: 'string', format: 'uuid' }
export const sourceUrl: JsonSchema = { type: 'string', minLength: 1, maxLength: maxSourceUrl }

/** Owned by the server, which replaces any content. */
export const appManifest: JsonSchema = { type: 'object' }

/** All of its fields are required together. */
export const installInstruction = closed(['notes', 'page'], {
  notes: visibleText(maxInstructionNotes),
  page: closed(['url', 'label'], { url: httpsAddress, label: visibleLine(maxInstructionLabel) }),
})

const parameter = closed(['name', 'type'], {
  name,
  type: { const: 'string' },
  description,
  support_link: closed(['url', 'label'], { url: httpsAddress, label: visibleLine(255) }),
})

export const configuration = closed(['schema'], {
  schema: closed(['type', 'properties'], {
    type: { const: 'object' },
    required: { type: 'array', items: { type: 'string' }, maxItems: maxEntries, uniqueItems: true },
    properties: { type: 'object', additionalProperties: parameter, maxProperties: maxEntries },
  }),
})

export const panelViews: JsonSchema = {
  type: 'array',
  items: { type: 'string' },
  minItems: 1,
  maxItems: maxEntries,
  uniqueItems: true,
}

/** A full screen component opens from a menu, never on a view. */
export const noViews: JsonSchema = { type: 'array', maxItems: 0 }

const levelsByTool: JsonSchema = {
  type: 'object',
  additionalProperties: { enum: [...levels] },
  maxProperties: maxEntries,
}

export const permissions = closed([], { company: levelsByTool, project: levelsByTool })
