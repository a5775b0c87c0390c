export const credentials = {
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  production: {
    title: 'Production',
    none: 'There are no production credentials yet',
    noneDetail:
      'They appear here once a version with a data connector component has been promoted to production. Switch the data connector on in Configurations, save a version and promote it.',
    noneGovCloud:
      'They appear here once a version with a data connector component is in production. Switch the data connector on in Configurations and save a version.',
    toConfigurations: 'Go to Configurations',
    hidden: 'Production credentials are not shown to guests of the app',
    hiddenDetail: 'The app owner, {{name}}, and its admins and developers see them.',
    save: 'Save Production',
    saved: 'Production credentials saved',
  },
  grant: {
    label: 'Grant type',
    authorization_code: 'Authorization code (confidential app)',
    authorization_code_note:
      'People sign in to {{platform}}, and your server exchanges the code it gets for tokens. A service account of the app uses the client credentials grant with the same client ID and secret. Keep the secret on your server: never in a browser or a native app.',
    implicit: 'Implicit (non-confidential app)',
    implicit_note:
      'The app runs where a secret cannot be kept, so people sign in to {{platform}} and the token arrives with the redirect. Never put the client secret into the app.',
    client_credentials: 'Client credentials (service account)',
    client_credentials_note:
      'The app signs in as itself, with its client ID and secret and no person. Keep the secret on your server: never in a browser or a native app.',
  },
  secret: {
    stored: '•••• {{lastFour}}, made {{date}}',
    none: 'None has been made yet.',
    show: 'Show secret',
    reset: 'Reset secret',
    generate: 'Generate secret',
  },
  confirm: {
    production: 'Reset the production client secret of {{name}}?',
    sandbox: 'Reset the sandbox client secret of {{name}}?',
    detail:
      'The old secret, made {{date}}, and its tokens are revoked at once. Whatever signs in with it stops working until it has the new secret, and people have to sign in again. This cannot be undone.',
    first: 'Generate a sandbox client secret for {{name}}?',
    detailFirst: 'The secret is shown only once. Copy it then and store it on your server.',
    understood: 'I understand that the old secret and its tokens are revoked.',
    reason: 'Tick the box first.',
  },
  once: {
    production: 'Your new production client secret',
    sandbox: 'Your new sandbox client secret',
    warning: 'This secret is shown only this once',
    detail: 'Copy it now and store it on your server. We keep no copy: if it is lost, it can only be reset.',
    stored: 'I have stored the secret',
    reason: 'Copy the secret or tick the box first.',
    done: 'Done',
  },
  redirects: {
    uris: 'Redirect URIs',
    urisHint:
      'One address per line, compared letter by letter. They must use https; only http://localhost may go without, with any port and path.',
    redirectlessHint:
      'An app without a redirect uses urn:ietf:wg:oauth:2.0:oob: the code is then shown to be copied.',
    cors: 'Allowed CORS domains',
    corsHint: 'Separated by commas. Leave it empty if there are none.',
    corsAbout: 'About allowed CORS domains',
    corsTipProduction:
      'A web page may call the {{platform}} API straight from the browser only if its domain stands here. Calls from your server need no entry.',
    corsTipSandbox:
      'A web page may call the sandbox straight from the browser only if its domain stands here. Calls from your server need no entry.',
  },
  applications: {
    search: 'Search OAuth applications',
    environment: 'Environment',
    environments: {
      production: 'Production',
      sandbox: 'Sandbox',
      monthly_sandbox: 'Monthly Sandbox',
    },
    monthlyNote: 'The monthly sandbox is a copy of production and takes the same credentials.',
    name: 'Name',
    app: 'Associated Developer App',
    appId: 'App ID',
    appIdOf: 'App ID of {{name}}',
    ownerName: 'Owner Name',
    ownerEmail: 'Owner Email',
    emptyTitle: 'No OAuth applications yet',
    emptyDetail: {
      production: 'An app appears here once a version with a data connector was promoted to production.',
      sandbox: 'An app appears here once its sandbox was built.',
      monthly_sandbox: 'An app appears here once a version with a data connector was promoted to production.',
    },
  },
} as const
