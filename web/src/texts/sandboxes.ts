export const sandboxes = {
  missing: {
    title: 'Your sandbox is not ready yet',
    detail:
      'Settings and Collaborators are available now, everything else once the sandbox is live. A sandbox is a separate area of {{platform}}: nothing in it reaches a real project.',
  },
  card: {
    title: 'Sandbox',
    support: 'Contact support',
    none: 'This app has no sandbox',
    askToGenerate:
      'Generate one to get the credentials with which you try your app. It takes about 10 minutes, and we will e-mail you when it is ready.',
    askOwner:
      'Ask the app owner, {{name}}, to generate one. It takes about 10 minutes, and the owner gets an e-mail when it is ready.',
    generate: 'Generate Sandbox',
    generateFake: 'Generate Fake Sandbox',
    fakeHint: 'This server offers fake sandboxes: one is there at once, with nothing behind it.',
    building: 'Your sandbox is being built',
    buildingDetail:
      'This may take some time, usually about 10 minutes. You can leave this page: whoever asked for it gets an e-mail when it is ready. The status updates automatically.',
    elapsed: 'Requested {{elapsed}} ago, expected to take about 10 minutes.',
    seconds_one: '{{count}} second',
    seconds_other: '{{count}} seconds',
    minutes_one: '{{count}} minute',
    minutes_other: '{{count}} minutes',
    hours_one: '{{count}} hour',
    hours_other: '{{count}} hours',
    highDemand: 'We are seeing high demand. Refresh this page in a few minutes.',
    failed: 'Something went wrong building your sandbox.',
    failedDetail: 'Our team has been notified. The status updates automatically.',
    tryAgain:
      'You can also try again now. It takes about 10 minutes, and we will e-mail you when it is ready.',
    tryAgainOwner: 'The app owner, {{name}}, can also try again now.',
    requestFailed: 'The sandbox could not be requested',
  },
  staff: {
    none: 'Generate one for it. That takes about 10 minutes, and the app owner, {{name}}, gets an e-mail when it is ready.',
    failed:
      'Build it again. That takes about 10 minutes, and the app owner, {{name}}, gets an e-mail when it is ready.',
    building: 'The sandbox is being built',
    buildingDetail:
      'It can be built again if it takes three times as long as usual. Whoever asked for it gets an e-mail when it is ready. The status updates automatically.',
    highDemand:
      'It takes much longer than usual. You can build it again; a build that is still under way is then ignored.',
    rebuild: 'Rebuild Sandbox',
  },
  form: {
    created: 'Created',
    updated: 'Updated',
    companyId: 'Company ID',
    url: 'Sandbox URL',
    clientId: 'Client ID',
    secret: 'Client secret',
    hidden: 'Not shown to guests of the app.',
    platformAppId: '{{platform}} app ID',
    save: 'Save Sandbox',
    saved: 'Sandbox saved',
  },
} as const
