/** The host in our texts and OpenAPI documents that stands for the platform's API. */
const placeholder = 'api.platform.example'

/** Returns a string of the reference with the address of the platform's API; null leaves the placeholder. */
export function adaptApiAddress(text: string, apiUrl: string | null): string {
  if (apiUrl === null) return text
  const { origin, pathname, host } = new URL(apiUrl)
  // In YAML, a comma ends a value between braces.
  const base = `${origin}${pathname}`.replace(/\/$/, '').replaceAll(',', '%2C')
  return text.replaceAll(`https://${placeholder}`, () => base).replaceAll(placeholder, () => host)
}
