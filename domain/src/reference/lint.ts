import { isObject, type JsonObject } from '../json/values.ts'
import type { Branch, GroupDocument } from './content.ts'
import { callKey, changeId, listEndpoints, toSlug, type Endpoint } from './rules.ts'

/** Path segments that the reference uses itself. */
const reservedSlugs = new Set(['changelog', 'docs', 'branches', 'aggregated_changelog', 'search_index'])

function repeated(values: string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))]
}

/** Yields every object of a document with its path. */
function* objectsIn(value: unknown, way = ''): Generator<[way: string, object: JsonObject]> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* objectsIn(item, `${way}/${index}`)
    return
  }
  if (!isObject(value)) return
  yield [way, value]
  for (const [key, item] of Object.entries(value)) {
    // The contents of an example are not a schema.
    if (key !== 'example' && key !== 'examples') yield* objectsIn(item, `${way}/${key}`)
  }
}

function resolve(document: GroupDocument, target: string): unknown {
  return target
    .slice(2)
    .split('/')
    .reduce<unknown>((part, key) => (isObject(part) ? part[key] : undefined), document)
}

function listParameters(document: GroupDocument, { path, operation }: Endpoint): JsonObject[] {
  const item: JsonObject = document.paths[path] ?? {}
  return [item.parameters, operation.parameters]
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .map((parameter: unknown) =>
      isObject(parameter) && typeof parameter.$ref === 'string'
        ? resolve(document, parameter.$ref)
        : parameter,
    )
    .filter(isObject)
}

function endpointProblems(document: GroupDocument, endpoint: Endpoint): string[] {
  const { verb, path, operation } = endpoint
  const parameters = listParameters(document, endpoint)
  const locations = parameters.map((parameter) => `${String(parameter.in)} ${String(parameter.name)}`)
  const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => String(name))
  const named = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name)
  const problems = [
    ...repeated(locations).map((location) => `the parameter ${location} is listed twice`),
    ...named.filter((name) => !inPath.includes(name)).map((name) => `{${name}} isn't described`),
    ...inPath.filter((name) => !named.includes(name)).map((name) => `{${name}} isn't in the path`),
    ...(verb === 'GET' && operation.requestBody ? ['a GET has no body'] : []),
  ]
  return problems.map((problem) => `${verb} ${path}: ${problem}`)
}

function documentProblems(document: GroupDocument): string[] {
  const endpoints = listEndpoints(document)
  const schemas = [...objectsIn(document)].flatMap(([way, object]) => [
    ...(object.type === 'array' && !isObject(object.items)
      ? [`${way}: a list without the type of its items`]
      : []),
    ...(typeof object.$ref === 'string' && resolve(document, object.$ref) === undefined
      ? [`${way}: ${object.$ref} doesn't exist`]
      : []),
  ])
  const problems = [
    ...repeated(endpoints.map(({ operation }) => operation.summary)).map(
      (title) => `two endpoints are called ${title}`,
    ),
    ...repeated(endpoints.map(({ operation }) => toSlug(operation.operationId))).map(
      (anchor) => `two endpoints have the anchor ${anchor}`,
    ),
    ...endpoints.flatMap((endpoint) => endpointProblems(document, endpoint)),
    ...schemas,
  ]
  return problems.map((problem) => `${document['x-group'].slug}: ${problem}`)
}

/** Returns the problems of a branch whose files can all be read. A branch without problems may be published. */
export function findProblems({ groups, changelog, docs }: Branch): string[] {
  const endpoints = groups.flatMap(listEndpoints)
  const calls = new Set(endpoints.map(({ verb, path }) => callKey(`${verb} ${path}`)))
  const slugs = groups.map((document) => document['x-group'].slug)
  return [
    ...repeated(slugs).map((slug) => `two groups have the address ${slug}`),
    ...slugs
      .filter((slug) => reservedSlugs.has(slug))
      .map((slug) => `${slug} isn't a valid address for a group`),
    ...repeated(groups.map(({ info }) => info.title)).map((title) => `two groups are called ${title}`),
    ...repeated(docs.map(({ title }) => title)).map((title) => `two pages are called ${title}`),
    ...repeated(endpoints.map(({ operation }) => operation.operationId)).map(
      (id) => `the operationId ${id} is used twice`,
    ),
    ...repeated(changelog.map(changeId)).map((id) => `two changes have the anchor ${id}`),
    ...changelog
      .filter(({ type, endpoint }) => type !== 'sunset' && !calls.has(callKey(endpoint)))
      .map(
        ({ endpoint, datestamp }) => `the change of ${datestamp} refers to ${endpoint}, which doesn't exist`,
      ),
    ...groups.flatMap(documentProblems),
  ]
}
