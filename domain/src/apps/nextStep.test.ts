import { describe, expect, test } from 'vitest'
import type { NextStep } from './contract.ts'
import {
  describeNextStep,
  describeSuperseded,
  findNextStep,
  hasLiveSandbox,
  isProductionStep,
  nextStepKinds,
  rejectionTab,
  type AppProgress,
} from './nextStep.ts'

const number = (semantic_version: string) => ({ version: 1, semantic_version })
const day = '2026-11-17T09:00:00Z'
const production = (semantic_version: string, state: string, dates = {}) => ({
  ...number(semantic_version),
  state,
  in_review_at: null,
  rejected_at: null,
  ...dates,
})
const begun: AppProgress = {
  isGovernmentCloud: false,
  sandbox: 'live',
  newestSandbox: number('1.1.0'),
  newestProduction: null,
  listing: null,
  listingInReviewAt: null,
  waitsForActivation: false,
  areApplicationsEnabled: true,
  offersOlderVersion: false,
  hiddenBy: null,
}
const waiting = { ...begun, newestProduction: production('1.1.0', 'in_review', { in_review_at: day }) }
const approved = { ...begun, newestProduction: production('1.1.0', 'published') }
const rejected = (version: string) => production(version, 'confidential', { rejected_at: day })
const inGovernmentCloud = { ...begun, isGovernmentCloud: true, sandbox: null, newestSandbox: null }
const draft = { state: 'draft', approval_state: 'unreviewed' }
const published = { state: 'published', approval_state: 'approved' }
const listingInReview = { state: 'in_review', approval_state: 'unreviewed' }
const rejectedDraft = { state: 'draft', approval_state: 'rejected' }

const read = (
  progress: AppProgress,
  reader: Parameters<typeof describeNextStep>[1] = 'owner',
  day = 'Tuesday',
) =>
  describeNextStep(findNextStep(progress), reader, () => day)
    ?.map(({ text }) => text)
    .join(' ')

test.each<[string, AppProgress]>([
  ['The app has no sandbox. Generate one.', { ...begun, sandbox: null }],
  ["The sandbox couldn't be built. Generate it again.", { ...begun, sandbox: 'failed' }],
  ['The sandbox is being built.', { ...begun, sandbox: 'pending' }],
  ['The app has no version yet. Create one.', { ...begun, newestSandbox: null }],
  ['The app has no version yet. Create one.', inGovernmentCloud],
  ['Version 1.1.0 is in the sandbox. Promote it.', begun],
  [
    'Version 1.1.0 is in the sandbox. Promote it.',
    { ...begun, newestProduction: production('1.0.0', 'published') },
  ],
  [
    'Version 1.0.0 was rejected. Version 1.1.0 is in the sandbox. Promote it.',
    { ...begun, newestProduction: rejected('1.0.0') },
  ],
  [
    'Version 1.1.0 was rejected on Tuesday. Fix it in a new version, or submit it again.',
    { ...begun, newestProduction: rejected('1.1.0') },
  ],
  [
    'Version 1.1.0 is in production. Submit it for review.',
    { ...begun, newestProduction: production('1.1.0', 'confidential') },
  ],
  [
    'Version 2.0.0 is in production. Submit it for review.',
    { ...inGovernmentCloud, newestProduction: production('2.0.0', 'confidential') },
  ],
  [
    'Version 1.1.0 has been in review since Tuesday. Platform staff decide.',
    { ...begun, newestProduction: production('1.1.0', 'in_review', { in_review_at: day }) },
  ],
  [
    'Version 1.1.0 has been in review since Tuesday. Platform staff decide. ' +
      'The marketplace listing was rejected. Correct it and submit it again.',
    {
      ...begun,
      newestProduction: production('1.1.0', 'in_review', { in_review_at: day }),
      listing: rejectedDraft,
    },
  ],
  [
    'Version 1.1.0 has been in review since Tuesday. Platform staff decide.',
    {
      ...begun,
      newestProduction: production('1.1.0', 'in_review', { in_review_at: day }),
      listing: draft,
    },
  ],
  ['Version 1.1.0 is approved. Write the marketplace listing.', approved],
  ['The marketplace listing is a draft. Submit it for review.', { ...approved, listing: draft }],
  [
    'The marketplace listing is a draft. You can submit it when platform staff have activated the app.',
    { ...approved, listing: draft, waitsForActivation: true },
  ],
  [
    'The marketplace listing was rejected. Correct it and submit it again.',
    { ...approved, listing: rejectedDraft },
  ],
  [
    'The marketplace listing has been in review since Tuesday. Platform staff decide.',
    { ...approved, listing: { ...draft, state: 'in_review' }, listingInReviewAt: day },
  ],
  ['The app is on the marketplace.', { ...approved, listing: published }],
  [
    'Version 1.1.0 is approved. Choose it in the marketplace listing.',
    { ...approved, listing: published, offersOlderVersion: true },
  ],
  [
    'The marketplace listing is published, but hidden. Ask platform staff to show it.',
    { ...approved, listing: published, hiddenBy: 'listing' },
  ],
  [
    "The marketplace listing is published, but the app isn't activated. Ask platform staff to activate it.",
    { ...approved, listing: published, hiddenBy: 'app' },
  ],
  [
    "The marketplace listing is published, but the app isn't activated. " +
      'Platform staff can activate it once listing applications are turned on again.',
    { ...approved, listing: published, hiddenBy: 'app', areApplicationsEnabled: false },
  ],
  [
    'Version 1.1.0 is approved. Choose it in the marketplace listing.',
    { ...approved, listing: published, offersOlderVersion: true, hiddenBy: 'listing' },
  ],
  [
    'Version 1.1.0 is approved. Choose it in the marketplace listing.',
    { ...approved, listing: published, offersOlderVersion: true, hiddenBy: 'app' },
  ],
  [
    'The marketplace listing is a draft. Submit it for review.',
    { ...approved, listing: draft, hiddenBy: 'listing' },
  ],
])('shows the owner "%s"', (text, progress) => {
  expect(read(progress)).toBe(text)
})

describe('instructs readers who can take the step, and tells others who does', () => {
  test.each<[Parameters<typeof describeNextStep>[1], AppProgress, string]>([
    ['admin', begun, 'Promote it.'],
    ['developer', begun, "The app's owner or an admin promotes it."],
    ['user', begun, "The app's owner or an admin promotes it."],
    ['staff', begun, "The app's owner or an admin promotes it."],
    ['admin', { ...begun, sandbox: null }, "The app's owner generates one."],
    ['admin', { ...begun, sandbox: 'failed' }, "The app's owner can generate it again."],
    ['staff', { ...begun, sandbox: 'failed' }, 'Generate it again.'],
    ['staff', { ...begun, sandbox: null }, "The app's owner generates one."],
    ['staff', waiting, 'Approve or reject it.'],
    ['staffOnApp', waiting, "Platform staff who don't work on the app decide."],
    ['staffOnApp', { ...begun, sandbox: 'failed' }, 'Generate it again.'],
    ['staffOnApp', { ...approved, listing: published, hiddenBy: 'app' }, 'Activate the app to show it.'],
    ['staffOnApp', begun, "The app's owner or an admin promotes it."],
    ['developer', waiting, 'Platform staff decide.'],
    ['staff', { ...approved, listing: published, hiddenBy: 'listing' }, 'Turn on Live to show it.'],
    ['staff', { ...approved, listing: published, hiddenBy: 'app' }, 'Activate the app to show it.'],
    [
      'staff',
      { ...approved, listing: published, hiddenBy: 'app', areApplicationsEnabled: false },
      'It can be activated once the operator of the portal turns on listing applications (LISTING_APPLICATIONS_ENABLED).',
    ],
    ['staff', { ...waiting, listing: listingInReview }, 'Approve or reject it. The listing is in review.'],
    ['owner', { ...waiting, listing: listingInReview }, 'Platform staff decide.'],
    [
      'staff',
      { ...approved, newestSandbox: number('1.2.0'), listing: listingInReview },
      "The app's owner or an admin promotes it. The listing is in review.",
    ],
    [
      'owner',
      { ...approved, newestSandbox: number('1.2.0'), listing: rejectedDraft },
      'Promote it. The marketplace listing was rejected. Correct it and submit it again.',
    ],
    [
      'staff',
      { ...waiting, newestSandbox: number('1.2.0') },
      "The app's owner or an admin promotes it. Version 1.1.0 is in review. Approve or reject it.",
    ],
    [
      'staffOnApp',
      { ...waiting, newestSandbox: number('1.2.0') },
      "Version 1.1.0 is in review. Platform staff who don't work on the app decide.",
    ],
    ['owner', { ...waiting, newestSandbox: number('1.2.0') }, 'Promote it. Version 1.1.0 is in review.'],
    ['admin', { ...waiting, listing: rejectedDraft }, 'Correct it and submit it again.'],
    [
      'developer',
      { ...waiting, listing: rejectedDraft },
      "The app's owner or an admin corrects it and submits it again.",
    ],
  ])('%s', (reader, progress, text) => {
    expect(read(progress, reader)?.endsWith(` ${text}`)).toBe(true)
  })
})

test.each([
  [
    'Version 1.1.0 has been in review since today. Platform staff decide.',
    { ...begun, newestProduction: production('1.1.0', 'in_review', { in_review_at: day }) },
  ],
  [
    'Version 1.1.0 was rejected today. Fix it in a new version, or submit it again.',
    { ...begun, newestProduction: rejected('1.1.0') },
  ],
])('says on the same day "%s"', (text, progress) => {
  expect(read(progress, 'owner', 'today')).toBe(text)
})

test.each([
  ['live', true],
  ['pending', false],
  ['failed', false],
  [null, false],
])('shows whether the sandbox is live: %s is %s', (sandbox, isLive) => {
  expect(hasLiveSandbox(findNextStep({ ...begun, sandbox }).kind)).toBe(isLive)
})

describe('says in which tab the reader acts', () => {
  const tabs = (progress: AppProgress, reader: Parameters<typeof describeNextStep>[1]) =>
    describeNextStep(findNextStep(progress), reader, () => day)?.map(({ tab }) => tab)

  test('names the tab only for a reader who can act', () => {
    const failed: AppProgress = { ...begun, sandbox: 'failed' }
    expect(tabs(failed, 'owner')).toEqual([null, 'versions'])
    expect(tabs(failed, 'admin')).toEqual([null, null])
    expect(tabs(approved, 'admin')).toEqual([null, 'marketplace_listing'])
  })

  test('names the tab for each of two things to do', () => {
    expect(tabs({ ...waiting, listing: rejectedDraft }, 'staff')).toEqual([null, 'versions', null, null])
    expect(tabs({ ...waiting, listing: rejectedDraft }, 'owner')).toEqual([
      null,
      null,
      null,
      'marketplace_listing',
    ])
    expect(tabs({ ...waiting, listing: listingInReview }, 'staff')).toEqual([
      null,
      'versions',
      'marketplace_listing',
    ])
  })
})

test.each([
  [[], null],
  [[production('2.0.0', 'published')], null],
  [[production('2.0.0', 'in_review'), production('1.0.0', 'published')], null],
  [
    [production('2.0.0', 'published'), production('1.9.0', 'in_review'), production('1.0.0', 'published')],
    'Version 1.9.0 is still in review, but a newer version is approved.',
  ],
])('tells staff about a superseded version in review among %j: %j', (versions, text) => {
  const reject = { text: 'Reject it.', tab: 'versions' }
  const others = { text: "Platform staff who don't work on the app decide.", tab: null }
  const afterText = (next: unknown) => (text === null ? [] : [{ text, tab: null }, next])
  expect(describeSuperseded(versions, 'staff')).toEqual(afterText(reject))
  expect(describeSuperseded(versions, 'staffOnApp')).toEqual(afterText(others))
})

test.each<[string, Partial<AppProgress>, ReturnType<typeof rejectionTab>]>([
  ['a rejected version', { newestProduction: rejected('1.1.0') }, 'versions'],
  [
    'a rejected version behind a new one',
    { newestSandbox: number('1.2.0'), newestProduction: rejected('1.1.0') },
    'versions',
  ],
  ['a rejected listing', { ...approved, listing: rejectedDraft }, 'marketplace_listing'],
  ['a rejected listing behind a version', { ...waiting, listing: rejectedDraft }, 'marketplace_listing'],
  ['a listing in review', { ...approved, listing: listingInReview }, null],
])('the tab that explains %s', (_name, progress, tab) => {
  expect(rejectionTab(findNextStep({ ...begun, ...progress }))).toBe(tab)
})

test('a step about a version in production is taken there', () => {
  expect(nextStepKinds.filter(isProductionStep)).toEqual([
    'submit_version',
    'answer_rejection',
    'review_version',
  ])
})

test('has a string for every kind, and none for a kind from a newer server', () => {
  const step = {
    version: '1.0.0',
    since: null,
    rejected_version: null,
    version_in_review: null,
    rejected_listing: false,
    listing_in_review: false,
  }
  const texts = nextStepKinds.map((kind) => describeNextStep({ ...step, kind }, 'owner', () => ''))
  expect(texts.every((text) => text?.length)).toBe(true)
  const unknown: NextStep = JSON.parse('{"kind": "celebrate", "version": null}')
  expect(describeNextStep(unknown, 'owner', () => '')).toBeNull()
})
