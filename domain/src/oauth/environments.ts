/** Each environment has its own issuer, keys, credentials and tokens. */
export const credentialEnvironments = ['production', 'sandbox'] as const
export type CredentialEnvironment = (typeof credentialEnvironments)[number]

/** The prefix of an environment's OAuth server addresses. */
export const environmentPath = (environment: CredentialEnvironment): '' | '/sandbox' =>
  environment === 'production' ? '' : '/sandbox'

/** The issuer of an environment's tokens. */
export const issuerOf = (publicUrl: string, environment: CredentialEnvironment): string =>
  `${publicUrl}${environmentPath(environment)}`

/** The metadata path of an OAuth server (RFC 8414), followed by the path of its environment. */
export const metadataPath = '/.well-known/oauth-authorization-server'

/** The paths of an environment's OAuth server that apps call, below its issuer. */
export const oauthPaths = { authorization: '/oauth/authorize', token: '/oauth/token' } as const

/** The addresses that an app needs to get tokens of an environment. */
export const oauthAddresses = (
  publicUrl: string,
  environment: CredentialEnvironment,
): Record<keyof typeof oauthPaths, string> => ({
  authorization: `${issuerOf(publicUrl, environment)}${oauthPaths.authorization}`,
  token: `${issuerOf(publicUrl, environment)}${oauthPaths.token}`,
})

/** The audience of an environment's access tokens: the platform's API. */
export const audienceOf = (publicUrl: string, environment: CredentialEnvironment): string =>
  `${publicUrl}${environmentPath(environment)}/rest`

/** Returns the environments of a portal. Government cloud has no sandboxes. */
export const environmentsOf = (isGovernmentCloud: boolean): readonly CredentialEnvironment[] =>
  isGovernmentCloud ? ['production'] : credentialEnvironments

export const otherEnvironment = (environment: CredentialEnvironment): CredentialEnvironment =>
  environment === 'production' ? 'sandbox' : 'production'
