import { isLevel, type Level, type Scope } from '../../permissions/levels.ts'
import { isBlank } from '../../text/characters.ts'
import type {
  Component,
  ConfiguredContent,
  InstallInstruction,
  ManifestContent,
  Parameter,
} from '../contract.ts'
import { toVersion41 } from './convert.ts'
import { type JsonObject, isObject, isText, toArray, toObject, toText, without } from '../../json/values.ts'
import { splitManifest } from './parts.ts'

/** Returns whether the content has a data connector: user-level authentication or a service account. */
export function hasDataConnector(content: ManifestContent): boolean {
  const { userLevelAuth, permissions } = splitManifest(content)
  return userLevelAuth || permissions !== null
}

/** Returns whether user-level authentication is available at all (PERM-13). */
export const authCodeCapable = (content: ManifestContent): boolean => {
  const parts = splitManifest(content)
  return parts.version === '4.1' || parts.userLevelAuth
}

/** Returns the document as stored: with "3.2" as "3", and without an instruction that has only empty fields. */
export function normalized(content: ManifestContent): ManifestContent {
  const stored = content['schema_version'] === '3.2' ? { ...content, schema_version: '3' } : content
  const key = 'post_installation_instruction'
  return isEmptyInstruction(stored[key]) ? without(stored, key) : stored
}

/** Returns whether all fields of an instruction are empty, as sent by a form that wasn't filled in (CONF-37). */
function isEmptyInstruction(value: unknown): boolean {
  if (!isObject(value)) return false
  const { notes = '', page = {}, ...others } = value
  if (!isObject(page)) return false
  const { label = '', url = '', ...othersOfPage } = page
  if (Object.keys(others).length + Object.keys(othersOfPage).length > 0) return false
  return [notes, label, url].every((text) => isText(text) && isBlank(text))
}

/** Returns the content that the next version starts from (MAN-41). */
export const nextVersionContent = (content: ManifestContent): ManifestContent => toVersion41(content).content

/** Returns the content that the Configurations tab edits, in any schema version (CONF-13). */
export function configuredContent(content: ManifestContent): ConfiguredContent {
  const { fullscreen, sidepanel, permissions, oauth, post_installation_instruction } =
    nextVersionContent(content)
  const instruction = readInstruction(post_installation_instruction)
  return {
    ...(isObject(fullscreen) && { fullscreen: readComponent(fullscreen) }),
    ...(isObject(sidepanel) && { sidepanel: readComponent(sidepanel) }),
    permissions: { company: readLevels(permissions, 'company'), project: readLevels(permissions, 'project') },
    oauth: { enabled: toObject(oauth)['enabled'] === true },
    ...(instruction && { post_installation_instruction: instruction }),
  }
}

function readComponent(fields: JsonObject): Component {
  const { uuid, source_url, description, views, user_configuration } = fields
  return {
    ...(isText(uuid) && { uuid }),
    source_url: toText(source_url),
    description: toText(description),
    views: toArray(views).filter(isText),
    ...(isObject(user_configuration) && {
      user_configuration: { schema: readSchema(user_configuration['schema']) },
    }),
  }
}

function readSchema(value: unknown): NonNullable<Component['user_configuration']>['schema'] {
  const { required, properties } = toObject(value)
  const parameters = Object.entries(toObject(properties)).map(([key, fields]) => [
    key,
    readParameter(toObject(fields)),
  ])
  return {
    type: 'object',
    required: toArray(required).filter(isText),
    properties: Object.fromEntries(parameters),
  }
}

function readParameter({ name, description, support_link }: JsonObject): Parameter {
  const link = toObject(support_link)
  return {
    name: toText(name),
    type: 'string',
    ...(isText(description) && { description }),
    ...(isObject(support_link) && {
      support_link: { url: toText(link['url']), label: toText(link['label']) },
    }),
  }
}

function readLevels(permissions: unknown, scope: Scope): Record<string, Level> {
  const levels = Object.entries(toObject(toObject(permissions)[scope]))
  return Object.fromEntries(levels.filter((entry): entry is [string, Level] => isLevel(entry[1])))
}

function readInstruction(value: unknown): InstallInstruction | null {
  if (!isObject(value)) return null
  const page = toObject(value['page'])
  return { notes: toText(value['notes']), page: { url: toText(page['url']), label: toText(page['label']) } }
}
