/** The fields that name a subject, the best one first. */
const nameFields = new Map([
  ['app_version', ['semantic_version', 'version']],
  ['notification', ['title']],
  ['submission', ['public_name']],
])

/** Returns the name of a subject as its change recorded it. Entries of older releases don't have one. */
export function findSubjectName(
  type: string,
  changes: Readonly<Record<string, readonly [unknown, unknown]>>,
): string | null {
  const fields = nameFields.get(type) ?? []
  const names = fields.map((field) => changes[field]?.[1] ?? changes[field]?.[0])
  const isName = (value: unknown): value is string | number =>
    typeof value === 'number' || (typeof value === 'string' && value !== '')
  const name = names.find(isName)
  return name === undefined ? null : String(name)
}
