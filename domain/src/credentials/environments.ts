/** The monthly sandbox is a copy of production and accepts the same credentials. */
export const oauthEnvironments = ['production', 'sandbox', 'monthly_sandbox'] as const
export type OauthEnvironment = (typeof oauthEnvironments)[number]
