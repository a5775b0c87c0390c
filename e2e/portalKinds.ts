import { embeddedDatabase } from './portal.ts'

/** The settings of portals for tests with certain tags. */
export const portalKinds: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // The others share one PostgreSQL server.
  '@embedded': embeddedDatabase,
  '@government': { GOV_CLOUD: 'true', DEVELOPER_SITE_URL: 'https://developers.example.test' },
  '@other-settings': {
    API_USAGE_VISIBLE: 'false',
    DEVELOPER_SITE_URL: 'https://developers.example.test',
    FAKE_SANDBOX: 'false',
    LISTING_APPLICATIONS_ENABLED: 'false',
    PERMISSION_BUILDER: 'false',
    SECURITY_AND_COMPLIANCE_ENABLED: 'false',
  },
  // Separate from the settings above, because tests there choose version numbers.
  '@limited': {
    PERMISSION_BUILDER: 'false',
    SEMANTIC_VERSIONS: 'false',
  },
  // Sandboxes can't be built, or only slowly.
  '@paused': { SANDBOX_BUILD_SECONDS: '600', SANDBOX_MANIFESTS_PAUSED: 'true' },
}
