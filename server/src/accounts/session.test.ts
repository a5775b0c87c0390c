import { getSession } from '@trestle/domain/accounts/contract.ts'
import { expect, test } from 'vitest'
import { startTestServer } from '../../testing/server.ts'

const loadFlags = async (env: Record<string, string> = {}) => {
  const server = await startTestServer({ env })
  return (await server.anonymous().call(getSession)).body.flags
}

/** Each setting with a value that is not its default. */
test.each([
  ['GOV_CLOUD', 'true', { gov_cloud: true }],
  ['SEMANTIC_VERSIONS', 'false', { semantic_versions: false }],
  ['PERMISSION_BUILDER', 'false', { permission_builder: false }],
  ['FAKE_SANDBOX', 'false', { fake_sandbox: false }],
  ['SANDBOX_MANIFESTS_PAUSED', 'true', { sandbox_manifests_paused: true }],
  ['SANDBOX_BUILD_SECONDS', '7', { sandbox_build_seconds: 7 }],
  ['SANDBOX_SERVICE_URL', 'https://sandboxes.girder.test', { sandbox_build_seconds: 600 }],
  ['LISTING_APPLICATIONS_ENABLED', 'false', { listing_applications_enabled: false }],
  ['SECURITY_AND_COMPLIANCE_ENABLED', 'false', { security_and_compliance_enabled: false }],
  ['API_USAGE_VISIBLE', 'false', { api_usage_visible: false }],
  ['PLATFORM_NAME', 'Girder', { platform_name: 'Girder' }],
  ['SUPPORT_URL', 'https://help.girder.test', { support_url: 'https://help.girder.test' }],
  ['MARKETPLACE_SUPPORT_EMAIL', 'apps@girder.test', { marketplace_support_email: 'apps@girder.test' }],
  [
    'PARTNER_APPLICATION_URL',
    'https://girder.test/apply',
    { partner_application_url: 'https://girder.test/apply' },
  ],
  ['PARTNER_VETTING_URL', 'https://girder.test/vet', { partner_vetting_url: 'https://girder.test/vet' }],
  ['DEVELOPER_SITE_URL', 'https://dev.girder.test', { developer_site_url: 'https://dev.girder.test' }],
  ['PERSONAL_TOKEN_MAX_DAYS', '30', { personal_token_max_days: 30 }],
])('%s=%s changes only its own flag of the pages', async (name, value, changed) => {
  expect(await loadFlags({ [name]: value })).toEqual({ ...(await loadFlags()), ...changed })
})
