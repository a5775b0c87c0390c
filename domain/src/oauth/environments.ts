/** Each environment has its own issuer, keys, credentials and tokens. */
export const credentialEnvironments = ['production', 'sandbox'] as const
export type CredentialEnvironment = (typeof credentialEnvironments)[number]

/** What the addresses of an environment's OAuth server begin with. */
export const environmentPath = (environment: CredentialEnvironment): '' | '/sandbox' =>
  environment === 'production' ? '' : '/sandbox'

/** The issuer of an environment's tokens. */
export const issuerOf = (publicUrl: string, environment: CredentialEnvironment): string =>
  `${publicUrl}${environmentPath(environment)}`

/** The audience of an environment's access tokens: the platform's API. */
export const audienceOf = (publicUrl: string, environment: CredentialEnvironment): string =>
  `${publicUrl}${environmentPath(environment)}/rest`

/** Returns the environments of a portal. Government cloud has no sandboxes. */
export const environmentsOf = (isGovernmentCloud: boolean): readonly CredentialEnvironment[] =>
  isGovernmentCloud ? ['production'] : credentialEnvironments

export const otherEnvironment = (environment: CredentialEnvironment): CredentialEnvironment =>
  environment === 'production' ? 'sandbox' : 'production'
