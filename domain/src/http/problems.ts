/**
 * Returns the label of a path: `security_questionnaire.company_legal_name` becomes "Company legal name",
 * `feature_bullets.1` becomes "Feature bullets 2". An id has the name of what it identifies, except a client ID and the
 * platform's ID, which people see as such.
 */
export function labelFor(path: string): string {
  const parts = path.split('.')
  const nameAt = parts.findLastIndex((part) => !/^\d+$/.test(part))
  const name = (parts[nameAt] ?? '')
    .replace(/(?<!^(?:client|procore))_ids?$/, '')
    .replaceAll('_', ' ')
    // The wire name of the platform, whose own name is a setting.
    .replace(/\bprocore\b/, 'platform')
    .trim()
  const numbers = parts.slice(nameAt + 1).map((index) => ` ${Number(index) + 1}`)
  const label = `${name}${numbers.join('')}`
    .trim()
    .replaceAll(/\b(?:api|http|id|rfi|sso|totp|uid|uri|url)\b/g, (word) => word.toUpperCase())
  return label === '' ? 'The input' : label.charAt(0).toUpperCase() + label.slice(1)
}

/** Messages written to appear next to their field: "This field is required", "Enter a whole number from 1". */
const aboutThis = /^This (?:(?:field|email|URL) (?=is )|(?=must |contains ))/
const besideField =
  /^(?:Enter|Write|Choose|Select|Use|At most|At least|Character limit exceeded|Delete)\b.*[^.]$/

/** "Developer notes", but not "Feature bullets 2" or "Address". */
const plural = /[^su]s$/

/** Replaces "This field" with the label, including the verb that follows. */
function replaceSubject(message: string, label: string): string {
  const named = message.replace(aboutThis, `${label} `)
  if (!plural.test(label)) return named
  return named.replace(`${label} is `, `${label} are `).replace(`${label} contains `, `${label} contain `)
}

const mentions = (message: string, path: string, label: string): boolean =>
  message.toLowerCase().includes(label.toLowerCase()) || message.startsWith(`${path.split('.').at(-1)} `)

/**
 * Names the field in a message written to appear next to it: "Title is required" for `title` and the specified "This
 * field is required". A complete sentence stays as it is.
 */
export function nameField(path: string, message: string): string {
  const label = labelFor(path)
  if (aboutThis.test(message)) return replaceSubject(message, label)
  if (besideField.test(message) && !mentions(message, path, label)) return `${label}: ${message}`
  return message
}
