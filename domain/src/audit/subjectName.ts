/** The fields that name a subject, best one first. */
const nameFields = new Map([
  ['app_version', ['semantic_version', 'version']],
  ['client_secret', ['label']],
  ['contact', ['name']],
  ['hosted_video', ['name']],
  ['invitation', ['email']],
  ['media', ['original_filename']],
  ['notification', ['title']],
  ['passkey', ['name']],
  ['personal_token', ['name']],
  ['quota_bucket', ['name']],
  ['service_token', ['name']],
  ['submission', ['public_name']],
])

/** Returns the name of a subject as recorded by the change. Changes to other fields don't record all names. */
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
