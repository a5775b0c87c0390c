/**
 * The data that a sandbox is built from. `key` is the same for every attempt, so that a retry never creates a second
 * sandbox.
 */
export interface SandboxRequest {
  key: string
  app_id: number
  app_name: string
  owner_email: string
  redirect_uri: string
}

export interface BuiltSandbox {
  company_id: number
  url: string
  /** The OAuth client id in the sandbox. */
  app_id: string
  procore_app_id: string
}

/** Builds sandboxes: the built-in simulator, or the service behind SANDBOX_SERVICE_URL. */
export interface SandboxService {
  build: (request: SandboxRequest) => Promise<BuiltSandbox>
}
