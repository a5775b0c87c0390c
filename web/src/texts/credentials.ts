import { addTexts } from './loaded.ts'

export const credentials = {
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  addresses: {
    authorization: 'Authorization URL',
    token: 'Token URL',
  },
  production: {
    title: 'Production',
    none: 'There are no production credentials yet',
    noneDetail:
      'They appear here when a version with a data connector component is promoted to production. Turn on the data connector in Configurations, create a version and promote it.',
    noneDetailGovCloud:
      'They appear here when a version with a data connector component is in production. Turn on the data connector in Configurations and create a version.',
    noneToPromote:
      'They appear here when a version with a data connector component is promoted to production. Version {{version}} is in the sandbox: promote it if it has the data connector. Otherwise, turn it on in Configurations first.',
    toConfigurations: 'Go to Configurations',
    toVersions: 'Go to Versions',
    hidden: "Production credentials aren't shown to users with the User role",
    hiddenDetail: "The app owner, {{name}}, and the app's admins and developers can see them.",
    save: 'Save production credentials',
    saved: 'Production credentials saved',
  },
  grant: {
    label: 'Grant type',
    authorization_code: 'Authorization code (confidential app)',
    authorization_code_note:
      'Users sign in to {{platform}}, and your server exchanges the code it receives for tokens. A service account of the app uses the client credentials grant with the same client ID and secret. Keep the secret on your server, never in a browser or a native app.',
    implicit: 'Implicit (non-confidential app)',
    implicit_note: "This app can't keep a secret, so it uses the authorization code with PKCE.",
    client_credentials: 'Client credentials (service account)',
    client_credentials_note:
      'The app signs in as itself, with its client ID and secret and without a user. Keep the secret on your server, never in a browser or a native app.',
  },
  secret: {
    stored: '•••• {{lastFour}}, created {{date}}',
    none: 'No secret has been generated yet.',
    public: "This app is public: it can't keep a client secret and doesn't use one.",
    show: 'Show secret',
    reset: 'Reset secret',
    generate: 'Generate secret',
  },
  confirm: {
    production: 'Reset the production client secret of {{name}}?',
    sandbox: 'Reset the sandbox client secret of {{name}}?',
    detail:
      "All client secrets of this environment and their tokens are revoked immediately. The newest was created {{date}}. Anything that signs in with one of them stops working until it has the new secret, and users have to sign in again. This can't be undone.",
    first: 'Generate a sandbox client secret for {{name}}?',
    detailFirst: 'The secret is shown only once. Copy it and store it on your server.',
    understood: 'I understand that all client secrets and their tokens are revoked.',
    reason: 'Select the checkbox first.',
  },
  once: {
    production: 'Your new production client secret',
    sandbox: 'Your new sandbox client secret',
    warning: 'This secret is shown only once',
    detail:
      "Copy it now and store it on your server. We don't keep a copy. If you lose it, add another secret and revoke this one.",
    stored: 'I have stored the secret',
    reason: 'Copy the secret or select the checkbox first.',
    done: 'Done',
  },
  redirects: {
    uris: 'Redirect URIs',
    urisHint:
      'One URI per line. The app must send exactly the same URI, with its port and path. URIs must use https, except http://localhost, such as http://localhost:3000/callback.',
    redirectlessHint:
      'For an app without a redirect, use urn:ietf:wg:oauth:2.0:oob. The code is then shown for the user to copy.',
    cors: 'Allowed CORS domains',
    corsHint: 'Separated by commas. Leave it empty if there are none.',
    corsAbout: 'About allowed CORS domains',
    corsTips: {
      production:
        "A web page can call the {{platform}} API directly from the browser only if its domain is listed here. Calls from your server don't need an entry.",
      sandbox:
        "A web page can call the sandbox directly from the browser only if its domain is listed here. Calls from your server don't need an entry.",
      confidential:
        "This app is confidential, so web pages can't call the API with its tokens. Calls from your server don't need an entry. The domains listed here count only while an app is public.",
    },
  },
  applications: {
    search: 'Search OAuth applications',
    environment: 'Environment',
    environments: {
      production: 'Production',
      sandbox: 'Sandbox',
      monthly_sandbox: 'Monthly sandbox',
    },
    monthlyNote: 'The monthly sandbox is a copy of production and uses the same credentials.',
    name: 'Name',
    app: 'Associated Developer App',
    appId: 'App ID',
    appIdOf: 'App ID of {{name}}',
    ownerName: 'Owner Name',
    ownerEmail: 'Owner Email',
    emptyTitle: 'No OAuth applications yet',
    emptyDetail: {
      production: 'An app appears here when a version with a data connector is in production.',
      sandbox: 'An app appears here when its sandbox is built.',
      monthly_sandbox: 'An app appears here when a version with a data connector is in production.',
    },
  },
} as const

addTexts('credentials', credentials)
