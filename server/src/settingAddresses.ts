import { z } from 'zod'

export const url = z.url({ protocol: /^https?$/, error: 'must begin with http:// or https://' })

/** Returns whether an address is the default of a setting, which leads nowhere. */
export const isExampleAddress = (address: string): boolean => address.includes('trestle.localhost')

/**
 * The portal only serves pages at its root, and appends their addresses to this one. Another check refuses values that
 * aren't addresses.
 */
export function isOrigin(address: string): boolean {
  if (!URL.canParse(address)) return true
  const { origin, href } = new URL(address)
  return href === `${origin}/`
}

const unencoded = 'contains a character that must be percent-encoded, such as / as %2F'

/** The name and password of an address, if one of them has a character that ends them too early. */
const brokenCredentials = /^[a-z\d]+:\/\/[^/?#@]*:(?!\d+[/?])[^@]*[/?#][^@]*@/i

/** Adds the default host, which a PostgreSQL address can omit after the role's name. */
export const withHost = (address: string): string => address.replace('@/', '@localhost/')

/**
 * Returns what is wrong with an address that may contain a name and a password, or undefined. Otherwise part of the
 * password would be taken for the name of the host, a bucket or a database, which messages show.
 */
export function findAddressProblem(address: string): string | undefined {
  if (brokenCredentials.test(address)) return unencoded
  const form = withHost(address)
  if (!URL.canParse(form)) return form.includes('@') ? unencoded : 'is no address'
  const { pathname, hash } = new URL(form)
  return `${pathname}${hash}`.includes('@') ? unencoded : undefined
}

/** Returns what is wrong with the address of a bucket, or undefined. */
export function findBucketProblem(address: string): string | undefined {
  if (!address.startsWith('s3:')) return undefined
  const problem = findAddressProblem(address)
  if (problem !== undefined) return problem
  const { hostname, port, username, password, searchParams } = new URL(address)
  if (hostname === '') return 'must name a bucket'
  if (port !== '') return 'names a port: set it in endpoint'
  if (/%(?![\da-f]{2})/i.test(username + password)) return unencoded
  const unknown = [...searchParams.keys()].find((name) => name !== 'region' && name !== 'endpoint')
  if (unknown !== undefined) return `has the unknown parameter ${unknown}: only region and endpoint are known`
  const endpoint = searchParams.get('endpoint')
  return endpoint === null || url.safeParse(endpoint).success
    ? undefined
    : 'its endpoint must begin with http:// or https://'
}

/**
 * Returns whether an address has the key and the project of a Sentry DSN. Another check refuses values that aren't
 * addresses.
 */
export function isDsn(address: string): boolean {
  if (!URL.canParse(address)) return true
  const { username, pathname } = new URL(address)
  return username !== '' && /\/\d+$/.test(pathname)
}
