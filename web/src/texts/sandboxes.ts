import { addTexts } from './loaded.ts'

export const sandboxes = {
  missing: {
    title: 'Your sandbox is not ready yet',
    detail:
      'Settings and Collaborators are available now, everything else when the sandbox is live. A sandbox is a separate area of {{platform}}. Nothing in it affects real projects.',
  },
  card: {
    title: 'Sandbox',
    support: 'Contact support',
    none: 'This app has no sandbox',
    askToGenerate:
      "Generate one to get credentials for trying your app. It takes about 10 minutes, and we'll email you when it's ready.",
    askOwner:
      "Ask the app owner, {{name}}, to generate one. It takes about 10 minutes, and the owner gets an email when it's ready.",
    generate: 'Generate Sandbox',
    generateFake: 'Generate fake sandbox',
    fakeHint: 'This server offers fake sandboxes. They are ready immediately, but nothing runs in them.',
    building: 'Your sandbox is being built',
    buildingDetail:
      "This may take some time, usually about 10 minutes. You can leave this page. The person who requested it gets an email when it's ready. The status updates automatically.",
    elapsed: 'Requested {{elapsed}} ago, expected to take about 10 minutes.',
    elapsedHighDemand: 'Requested {{elapsed}} ago. This is taking longer than usual.',
    seconds_one: '{{count}} second',
    seconds_other: '{{count}} seconds',
    minutes_one: '{{count}} minute',
    minutes_other: '{{count}} minutes',
    hours_one: '{{count}} hour',
    hours_other: '{{count}} hours',
    highDemand: 'We are seeing high demand. Refresh this page in a few minutes.',
    failed: 'Something went wrong building your sandbox.',
    failedDetail: 'Our team has been notified. The status updates automatically.',
    tryAgain: "You can also try again now. It takes about 10 minutes, and we'll email you when it's ready.",
    tryAgainOwner: 'The app owner, {{name}}, can also try again now.',
    requestFailed: "The sandbox couldn't be requested",
  },
  staff: {
    none: "Generate one for this app. It takes about 10 minutes, and the app owner, {{name}}, gets an email when it's ready.",
    failed:
      "Build it again. It takes about 10 minutes, and the app owner, {{name}}, gets an email when it's ready.",
    building: 'The sandbox is being built',
    buildingDetail:
      "You can build it again if it takes three times as long as usual. The person who requested it gets an email when it's ready. The status updates automatically.",
    highDemand: 'This is taking much longer than usual. If you build it again, the current build is ignored.',
    rebuild: 'Rebuild sandbox',
  },
  form: {
    created: 'Created',
    updated: 'Updated',
    companyId: 'Company ID',
    url: 'Sandbox URL',
    clientId: 'Client ID',
    secret: 'Client secret',
    hidden: 'Not shown to users with the User role.',
    platformAppId: '{{platform}} app ID',
    api: 'API base URL',
    firstCall: 'Your first API call',
    firstCallNote: 'explains how to use them.',
    save: 'Save sandbox',
    saved: 'Sandbox saved',
  },
} as const

addTexts('sandboxes', sandboxes)
