import {
  pickedCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import type { EditorState, TransactionSpec } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { maxManifestBytes } from '@trestle/domain/manifests/document/document.ts'
import { schema3 } from '@trestle/domain/manifests/validation/schema3.ts'
import { schema41 } from '@trestle/domain/manifests/validation/schema41.ts'
import { viewNames } from '@trestle/domain/manifests/configurations/views.ts'
import type { Scope } from '@trestle/domain/permissions/levels.ts'
import { levelsFor } from '@trestle/domain/permissions/rules.ts'
import { tools } from '@trestle/domain/permissions/tools.ts'
import { schemaVersionText } from '@trestle/domain/manifests/document/parts.ts'
import { nameFor, rootValue, stepInto, type Node } from './pointerRange.ts'

type Schema = Record<string, unknown>

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null

function childSchema(schema: Schema, segment: string): Schema | null {
  const { properties, additionalProperties, items } = schema
  const named = isSchema(properties) && Object.hasOwn(properties, segment) ? properties[segment] : undefined
  const child = named ?? (isSchema(additionalProperties) ? additionalProperties : items)
  return isSchema(child) ? child : null
}

const schemaAt = (root: Schema, path: readonly string[]) =>
  path.reduce<Schema | null>((schema, segment) => schema && childSchema(schema, segment), root)

/** Returns the scope of the `permissions` block the path leads into, or null. */
function scopeAt(path: readonly string[]): Scope | null {
  const scope = path[path.lastIndexOf('permissions') + 1]
  return path.includes('permissions') && (scope === 'company' || scope === 'project') ? scope : null
}

/** Returns the keys an object at this path may have. */
function keysAt(root: Schema, path: readonly string[]): string[] {
  const scope = scopeAt(path)
  if (scope && path.at(-1) === scope) return tools[scope].map((tool) => tool.name)
  const properties = schemaAt(root, path)?.['properties']
  return isSchema(properties) ? Object.keys(properties) : []
}

/** Returns the strings a value at this path may have. */
function valuesAt(root: Schema, path: readonly string[]): string[] {
  if (path.at(-2) === 'views') return [...viewNames]
  const scope = scopeAt(path)
  if (scope && path.at(-2) === scope) {
    const tool = tools[scope].find(({ name }) => name === path.at(-1))
    return tool ? levelsFor(tool) : []
  }
  const schema = schemaAt(root, path)
  const choices = schema?.['const'] === undefined ? schema?.['enum'] : [schema['const']]
  return Array.isArray(choices) ? choices.filter((choice) => typeof choice === 'string') : []
}

/** Returns the keys and indexes from the root down to this node. */
function pathTo(node: Node, text: string): string[] {
  const path: string[] = []
  for (let at: Node | null = node; at; at = at.parent) {
    if (at.name === 'Property') path.unshift(nameFor(at, text) ?? '')
    if (at.parent?.name === 'Array') path.unshift('0')
  }
  return path
}

function schemaVersionAt(tree: ReturnType<typeof syntaxTree>, text: string): Schema {
  const root = rootValue(tree)
  const version = root && stepInto(root, 'schema_version', text)
  const written = version && /"([^"]*)"\s*$/.exec(text.slice(version.from, version.to))?.[1]
  return schemaVersionText({ schema_version: written }) === '3' ? schema3 : schema41
}

/** Omits the keys that the object already has. */
function newKeys(key: Node, text: string, keys: string[]): string[] {
  const siblings = key.parent?.parent?.getChildren('Property') ?? []
  const others = siblings.filter((property) => property.from !== key.parent?.from)
  const taken = new Set(others.map((property) => nameFor(property, text)))
  return keys.filter((each) => !taken.has(each))
}

interface Completed {
  label: string
  isKey: boolean
  /** The text to replace, without its quotes. */
  from: number
  to: number
}

/**
 * Returns the change that completes a string and moves the cursor after it. After a key, it moves to the position of
 * the value.
 */
export function completedText(state: EditorState, { label, isKey, from, to }: Completed): TransactionSpec {
  const rest = state.sliceDoc(to)
  // The existing closing quote and, after a key, its colon.
  const [end = ''] = (isKey ? /^"\s*: ?/ : /^"/).exec(rest) ?? []
  const insert = end === '' ? `${label}"${isKey ? ': ' : ''}` : `${label}${end}`
  const replaced = end === '' && rest.startsWith('"') ? 1 : end.length
  return { changes: { from, to: to + replaced, insert }, selection: { anchor: from + insert.length } }
}

/** Returns the completions for a string in the editor. */
const completeIn =
  (isKey: boolean) =>
  (view: EditorView, completion: Completion, from: number, to: number): void =>
    view.dispatch({
      ...completedText(view.state, { label: completion.label, isKey, from, to }),
      annotations: pickedCompletion.of(completion),
      scrollIntoView: true,
      userEvent: 'input.complete',
    })

const parseMs = 500

/** Offers keys, view keys, tools and levels from the schemas the server validates with. */
export function manifestCompletions(context: CompletionContext): CompletionResult | null {
  if (context.state.doc.length > maxManifestBytes) return null
  // On a busy machine the parser may not have reached this position yet.
  const tree = ensureSyntaxTree(context.state, context.state.doc.length, parseMs) ?? syntaxTree(context.state)
  const text = context.state.sliceDoc()
  const node = tree.resolveInner(context.pos, -1)
  if (node.name !== 'PropertyName' && node.name !== 'String') return null
  const isKey = node.name === 'PropertyName'
  const path = pathTo(node, text)
  const schema = schemaVersionAt(tree, text)
  const values = isKey ? newKeys(node, text, keysAt(schema, path.slice(0, -1))) : valuesAt(schema, path)
  if (values.length === 0) return null
  const closed = text[node.to - 1] === '"' && node.to - node.from > 1
  return {
    from: node.from + 1,
    to: closed ? node.to - 1 : node.to,
    options: values.map((label) => ({
      label,
      type: isKey ? 'property' : 'constant',
      apply: completeIn(isKey),
    })),
    validFor: /^[\w.]*$/,
  }
}
