import { directionOverride, fieldMessages, tooLong } from '../../http/messages.ts'
import { hasDirectionOverride, isBlank } from '../../text/characters.ts'
import type { Component, ConfiguredContent, Parameter } from '../contract.ts'
import {
  hasBrokenToken,
  isHttpsTemplate,
  parameterKeyProblem,
  unknownTokens,
} from '../validation/interpolation.ts'
import { componentTypes, type ComponentType } from '../document/parts.ts'
import { maxDescription, maxEntries, maxName, maxSourceUrl } from '../validation/schemaParts.ts'
import { expandViews, writtenViews } from './views.ts'

/**
 * Returns the component types that can still be added: one of each, and no side panel in government cloud (CONF-16 to
 * CONF-18).
 */
export const possibleTypes = (
  configured: Pick<ConfiguredContent, ComponentType>,
  isGovernmentCloud: boolean,
): ComponentType[] =>
  componentTypes.filter((type) => !configured[type] && !(isGovernmentCloud && type === 'sidepanel'))

/** A parameter in the form. */
export interface ParameterDraft {
  key: string
  name: string
  description: string
  required: boolean
  /** The stored parameter, with fields that the form does not show. */
  stored: Parameter | null
}

/** A component in the form. */
export interface ComponentDraft {
  type: ComponentType | null
  source_url: string
  /** The keys of all selected views, without `.all`. */
  views: string[]
  parameters: ParameterDraft[]
}

export const newParameter: ParameterDraft = {
  key: '',
  name: '',
  description: '',
  required: false,
  stored: null,
}

/** Returns the form's initial state for a component, or for a new one of this type. */
export function toDraft(type: ComponentType | null, component?: Component): ComponentDraft {
  const schema = component?.user_configuration?.schema
  return {
    type,
    source_url: component?.source_url ?? '',
    views: expandViews(component?.views ?? []),
    parameters: Object.entries(schema?.properties ?? {}).map(([key, stored]) => ({
      key,
      name: stored.name,
      description: stored.description ?? '',
      required: schema?.required.includes(key) ?? false,
      stored,
    })),
  }
}

/** Returns the component for a draft. Fields that the form does not show stay as stored (CONF-14, CONF-15). */
export function toComponent(draft: ComponentDraft, stored?: Component): Component {
  const { user_configuration, ...otherFields } = stored ?? { description: '', views: [] }
  const hasConfiguration = draft.parameters.length > 0 || user_configuration !== undefined
  return {
    ...otherFields,
    source_url: draft.source_url.trim(),
    views: draft.type === 'sidepanel' ? writtenViews(draft.views, otherFields.views) : [],
    ...(hasConfiguration && { user_configuration: { schema: toSchema(draft.parameters) } }),
  }
}

const toSchema = (parameters: ParameterDraft[]) => ({
  type: 'object' as const,
  required: parameters.filter(({ required }) => required).map(({ key }) => key.trim()),
  properties: Object.fromEntries(
    parameters.map((parameter) => [parameter.key.trim(), toParameter(parameter)]),
  ),
})

const toParameter = ({ name, description, stored }: ParameterDraft): Parameter => ({
  ...stored,
  name: name.trim(),
  type: 'string',
  description: description.trim(),
})

/** Messages by field: `type`, `source_url`, `views`, `parameters.0.key`. */
export type Problems = Record<string, string>

/** Returns everything that stops a component from being saved (CONF-20 to CONF-24). */
export function componentProblems(draft: ComponentDraft): Problems {
  const address = sourceUrlProblem(draft)
  return {
    ...(draft.type === null && { type: fieldMessages.required }),
    ...(address !== null && { source_url: address }),
    ...(draft.type === 'sidepanel' && draft.views.length === 0 && { views: noViews }),
    ...Object.assign({}, ...draft.parameters.map((_, index) => parameterProblems(draft.parameters, index))),
  }
}

const noViews = 'Choose at least one view.'

function sourceUrlProblem({ source_url, parameters }: ComponentDraft): string | null {
  const template = source_url.trim()
  if (template === '') return fieldMessages.required
  if (hasBrokenToken(template)) {
    return '"{{" doesn\'t start a variable. Write variables like {{procore.project.id}} or {{site_code}}.'
  }
  if (!isHttpsTemplate(template)) return fieldMessages.url
  if (template.length > maxSourceUrl) return tooLong(maxSourceUrl)
  const keys = parameters.map(({ key }) => key.trim())
  const unknown = unknownTokens(template, keys)
  return unknown.length === 0 ? null : unknown.join(' ')
}

function parameterProblems(parameters: ParameterDraft[], index: number): Problems {
  const { key, name, description } = parameters[index] ?? newParameter
  const problems = {
    name: nameProblem(name),
    key: keyProblem(parameters, key.trim()),
    description: textProblem(description, maxDescription),
  }
  return Object.fromEntries(
    Object.entries(problems).flatMap(([field, problem]) =>
      problem === null ? [] : [[`parameters.${index}.${field}`, problem]],
    ),
  )
}

function textProblem(text: string, max: number): string | null {
  if (isBlank(text)) return fieldMessages.required
  return text.trim().length > max ? tooLong(max) : null
}

const nameProblem = (name: string): string | null =>
  textProblem(name, maxName) ?? (hasDirectionOverride(name) ? directionOverride : null)

function keyProblem(parameters: ParameterDraft[], key: string): string | null {
  if (key === '') return fieldMessages.required
  const twins = parameters.filter((parameter) => parameter.key.trim() === key)
  if (twins.length > 1) {
    return `"${key}" is the key of ${twins.length} parameters. Each parameter needs a different key.`
  }
  return parameterKeyProblem(key)
}

const isComplete = ({ key, name, description }: ParameterDraft): boolean =>
  [key, name, description].every((text) => !isBlank(text))

/** Why no other parameter can be added (CONF-30). */
export type ParameterBlock = 'incomplete' | 'tooMany'

export function parameterBlock(parameters: ParameterDraft[]): ParameterBlock | null {
  if (!parameters.every(isComplete)) return 'incomplete'
  return parameters.length >= maxEntries ? 'tooMany' : null
}

export const withComponent = (
  configured: ConfiguredContent,
  type: ComponentType,
  component: Component,
): ConfiguredContent => ({ ...configured, [type]: component })

export function withoutComponent(configured: ConfiguredContent, type: ComponentType): ConfiguredContent {
  const { [type]: _deleted, ...rest } = configured
  return rest
}
