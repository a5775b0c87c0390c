import { readdir, readFile } from 'node:fs/promises'
import { type AppAction, mayActOnApp } from '@trestle/domain/access/roles.ts'
import { termsVersion } from '@trestle/domain/accounts/terms.ts'
import { maxOwnedApps } from '@trestle/domain/apps/rules.ts'
import { invitationDays, invitationLimits } from '@trestle/domain/collaborators/rules.ts'
import { findLinks, toPassages } from '@trestle/domain/documentation/rules.ts'
import { errorStatus } from '@trestle/domain/http/errors.ts'
import { listingLimits, listingMessages } from '@trestle/domain/listings/limits.ts'
import { isObject } from '@trestle/domain/json/values.ts'
import { splitManifest } from '@trestle/domain/manifests/document/parts.ts'
import { views } from '@trestle/domain/manifests/configurations/views.ts'
import { levelLabels, levelsFor } from '@trestle/domain/permissions/rules.ts'
import { tools } from '@trestle/domain/permissions/tools.ts'
import { imageLimits } from '@trestle/domain/files/rules.ts'
import { eventDays, maxEvents } from '@trestle/domain/oauth/events.ts'
import { sampleProjects } from '@trestle/domain/platformApi/samples.ts'
import { isKnownPage } from '@trestle/domain/routes.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { absentInGovernmentCloud } from '../../../domain/testing/governmentCloud.ts'
import { AccessTokenClaims } from '../oauth/checkToken.ts'
import { validateManifest } from '../manifests/validate.ts'
import { readDocumentation, type Documentation } from './read.ts'

const audiences = [
  { audience: 'commercial', isGovernmentCloud: false },
  { audience: 'government', isGovernmentCloud: true },
] as const

const written: Record<string, Documentation> = {}
beforeAll(async () => {
  for (const { audience, isGovernmentCloud } of audiences) {
    written[audience] = await readDocumentation({ platformName: 'Girder', isGovernmentCloud })
  }
})

const toContent = (audience: string): Documentation => {
  const found = written[audience]
  if (!found) throw new Error(`Nothing was read for ${audience}`)
  return found
}
const toBody = (slug: string, audience = 'commercial'): string =>
  toContent(audience).pages.find((page) => page.slug === slug)?.body ?? ''

describe.each(audiences)(
  'the documentation as $audience readers see it',
  ({ audience, isGovernmentCloud }) => {
    test('every link leads to a page, an existing heading, or a route of the product', () => {
      const { pages, terms } = toContent(audience)
      const anchors = new Map(
        pages.map(({ slug, body }) => [slug, toPassages(body).map((each) => each.anchor)]),
      )
      const isGood = (from: string, link: string): boolean => {
        if (/^(https:\/\/|mailto:)/.test(link)) return true
        const [path = '', anchor] = link.split('#')
        const slug = path === '' ? from : (/^\/documentation\/([^/]+)$/.exec(path)?.[1] ?? null)
        if (slug === null) return isKnownPage(path) && path !== '/documentation'
        const known = anchors.get(slug)
        return known !== undefined && (anchor === undefined || known.includes(anchor))
      }
      const all = [...pages, { slug: 'terms', body: terms.body }]
      const broken = all.flatMap(({ slug, body }) =>
        findLinks(body)
          .filter((link) => !isGood(slug, link))
          .map((link) => `${slug}: ${link}`),
      )
      expect(broken).toEqual([])
      expect(all.flatMap(({ body }) => findLinks(body)).length).toBeGreaterThan(60)
    })

    test('no page contains Markdown syntax, a first-level heading, or HTML', () => {
      for (const { slug, body } of [
        ...toContent(audience).pages,
        { slug: 'terms', ...toContent(audience).terms },
      ]) {
        expect(body, slug).not.toMatch(/\{\{platform\}\}|^:::|^# |<\w+>/m)
        expect(body.match(/^```/gm)?.length ?? 0, `${slug}: blocks of code are closed`).toSatisfy(
          (count: number) => count % 2 === 0,
        )
      }
    })

    test('example addresses are in code, so that they do not become links', () => {
      const bare = [...toContent(audience).pages, { slug: 'terms', ...toContent(audience).terms }].flatMap(
        ({ slug, body }) => {
          const text = body.replaceAll(/^```.*?^```|`[^`]*`|\]\([^)]*\)/gms, '')
          return [...text.matchAll(/https?:\/\/\S+/g)].map(([address]) => `${slug}: ${address}`)
        },
      )
      expect(bare).toEqual([])
    })

    test('every page is long enough to be useful and short enough to read', () => {
      for (const { slug, body, summary } of toContent(audience).pages) {
        const words = body.split(/\s+/).length
        expect(words, slug).toBeGreaterThan(350)
        expect(words, slug).toBeLessThan(1500)
        expect(summary, slug).toMatch(/\.$/)
      }
    })

    test('every example manifest is valid', () => {
      const shown = toContent(audience).pages.flatMap(({ slug, body }) =>
        [...body.matchAll(/^```json\n(.*?)^```/gms)].map(([, text = '']) => ({
          slug,
          content: JSON.parse(text) as unknown,
        })),
      )
      const manifests = shown.filter(({ content }) => isObject(content) && 'schema_version' in content)
      expect(manifests.length).toBeGreaterThan(4)
      for (const { slug, content } of manifests) {
        const errors = validateManifest(content, {
          isGovernmentCloud,
          allowEmpty: false,
          authCodeLocked: false,
        })
        expect(errors, slug).toEqual([])
      }
    })
  },
)

test('no text in government cloud names what does not exist there', { tags: ['SHELL-14'] }, () => {
  const { pages, terms } = toContent('government')
  const lines = [...pages, { slug: 'terms', body: terms.body, title: '', summary: '' }].flatMap(
    ({ slug, title, summary, body }) =>
      [title, summary, ...body.split('\n')].map((line) => {
        const withoutTargets = line.replaceAll(/\]\([^)]*\)/g, ']')
        return { slug, line: withoutTargets }
      }),
  )
  const naming = lines.filter(({ line }) => absentInGovernmentCloud.test(line))
  const badge = '| Promoted | The version is in production and hasn'
  const others = naming.filter(({ slug, line }) => slug !== 'government-cloud' && !line.startsWith(badge))
  expect(others).toEqual([])
  // This page compares both.
  expect(naming.some(({ slug }) => slug === 'government-cloud')).toBe(true)
  expect(naming.filter(({ line }) => /sandbox/i.test(line))).toEqual([])
  expect(toContent('commercial').pages.map(({ slug }) => slug)).toContain('sandboxes')
})

test('shows the version of the terms that accounts accept', { tags: ['ACC-06'] }, () => {
  expect(toContent('commercial').terms.version).toBe(termsVersion)
})

test('the pages that the product links to exist', { tags: ['PERM-14', 'LIST-07'] }, async () => {
  const folders = ['web/src', 'server/src', 'domain/src']
  const root = new URL('../../../', import.meta.url)
  const named = new Set<string>([
    'introduction',
    'developer-managed-service-accounts',
    'partner-content-requirements',
  ])
  for (const folder of folders) {
    const files = await readdir(new URL(`${folder}/`, root), { recursive: true })
    for (const file of files.filter((name) => /(?<!\.test)\.tsx?$/.test(name))) {
      const text = await readFile(new URL(`${folder}/${file}`, root), 'utf8')
      for (const [, slug = ''] of text.matchAll(
        /(?:paths\.documentation\(['"]|['"`]\/documentation\/)([a-z-]+)/g,
      )) {
        named.add(slug)
      }
    }
  }
  const existing = toContent('commercial').pages.map(({ slug }) => slug)
  expect([...named].filter((slug) => !existing.includes(slug))).toEqual([])
})

describe('the pages match the product', () => {
  test('the manifest page names every view', () => {
    const body = toBody('manifests')
    expect(views.map(({ key }) => key).filter((key) => !body.includes(`\`${key}\``))).toEqual([])
  })

  test('the page on service accounts lists every tool with its unsupported levels', () => {
    const passages = toPassages(toBody('developer-managed-service-accounts'))
    for (const [scope, heading] of [
      ['company', 'Company tools'],
      ['project', 'Project tools'],
    ] as const) {
      const rows =
        passages
          .find((passage) => passage.heading === heading)
          ?.text.split('\n')
          .filter((line) => line.startsWith('|'))
          .slice(2) ?? []
      const expected = tools[scope].map((tool) => {
        const known = levelsFor(tool).map((level) => levelLabels[level])
        const missing = Object.values(levelLabels).filter((label) => !known.includes(label))
        return `| ${tool.friendly_name} | \`${tool.name}\` | ${missing.length > 0 ? `${missing.join(', ')} ` : ''}|`
      })
      expect(rows).toEqual(expected)
    }
  })

  test("the role table matches the server's permissions", () => {
    const lines = {
      'View production client ID': 'credentials.viewProduction',
      'View sandbox credentials': 'credentials.viewSandbox',
      'View manifests': 'manifest.view',
      'Edit app settings': 'app.edit',
      'Create, modify and publish manifests': 'manifest.edit',
      'Submit listing for review': 'listing.submit',
      'Reset secrets': 'credentials.reset',
      'Update collaborator permissions': 'collaborators.edit',
      'Delete app': 'app.delete',
    } satisfies Record<string, AppAction>
    const body = toBody('collaborators')
    for (const [line, action] of Object.entries(lines)) {
      const cells = (['owner', 'admin', 'developer'] as const).map((role) =>
        mayActOnApp(role, action) ? 'Yes' : 'No',
      )
      expect(body).toContain(`| ${line} | ${cells.join(' | ')} |`)
    }
  })

  test.each([
    ['Name', 'public_name'],
    ['Tagline', 'tagline'],
    ['Built by', 'built_by'],
    ['Sold by', 'sold_by'],
    ['Integration summary', 'description'],
    ['About your company', 'about'],
    ['How it works', 'how_it_works'],
  ] as const)('the content requirements state the limit of %s that listings enforce', (field, name) => {
    expect(toBody('partner-content-requirements')).toContain(
      `| ${field} | yes | ${listingLimits[name]} characters`,
    )
  })

  test('the content requirements state every other number and message of a listing', () => {
    const { maxSide, minSide } = imageLimits
    const messages = [
      `${listingLimits.taglineRecommended} recommended`,
      `1 to ${listingLimits.categories} |`,
      `Up to ${listingLimits.draft_developer_notes} characters. For the reviewer`,
      `Up to ${listingLimits.pricing_description} characters. What it costs`,
      `1 to ${listingLimits.feature_bullets}, each up to ${listingLimits.feature_bullet} characters`,
      `Up to ${listingLimits.helpful_links}, each with a label of up to ${listingLimits.label} characters`,
      `Up to ${listingLimits.requirements}, each up to ${listingLimits.requirement} characters`,
      `| Screenshots | ${listingLimits.pictures} or more, required`,
      `up to ${imageLimits.bytes / 1024 / 1024} MB | Square, from ${minSide}x${minSide} to ${maxSide}x${maxSide} px`,
      listingMessages.tooManyCategories,
      listingMessages.noAvailability,
      listingMessages.checkFailed,
      listingMessages.versionGone,
    ]
    expect(messages.filter((message) => !toBody('partner-content-requirements').includes(message))).toEqual(
      [],
    )
  })

  test('the manifest on the page about releases from CI has a service account', () => {
    const [, manifest = '{}'] = /^```json\n(.*?)^```/ms.exec(toBody('releasing-from-ci')) ?? []
    expect(splitManifest(JSON.parse(manifest)).permissions).not.toBeNull()
  })

  test('the page on OAuth lists the claims of access tokens', () => {
    const claims = [...toBody('oauth').matchAll(/^\| `(\w+)` \| \S/gm)].map(([, name = '']) => name)
    expect(claims).toEqual(['iss', 'aud', 'client_id', 'sub', 'app_version_id', 'permissions'])
    expect(Object.keys(AccessTokenClaims.shape)).toEqual(expect.arrayContaining(claims))
  })

  test('the table of error codes lists exactly the existing codes with their statuses', () => {
    const listed = toBody('troubleshooting').matchAll(/^\| `(\w+)` \| (\d+) \| \S/gm)
    const codes = Object.fromEntries([...listed].map(([, code, status]) => [code, Number(status)]))
    expect(codes).toEqual(errorStatus)
  })

  test.each(['manifests', 'troubleshooting'])('the page %s quotes the message for invalid JSON', (slug) => {
    const [error] = validateManifest('{', {
      isGovernmentCloud: false,
      allowEmpty: false,
      authCodeLocked: false,
    })
    expect(toBody(slug)).toContain(`*${error?.message}*`)
  })

  test('every page calls the header of the company by its name', () => {
    const { pages } = toContent('commercial')
    expect(pages.filter(({ body }) => /company[ -]id header/i.test(body)).map(({ slug }) => slug)).toEqual([])
    for (const slug of ['sandboxes', 'developer-managed-service-accounts', 'troubleshooting']) {
      expect(toBody(slug)).toContain('`X-Company-Id`')
    }
  })

  test("the page on sandboxes counts the company's active sample projects", () => {
    const active = sampleProjects.filter((project) => project.is_active)
    expect(active).toHaveLength(2)
    expect(toBody('sandboxes')).toContain('two active projects and a completed one')
    expect(sampleProjects).toHaveLength(3)
  })

  test('the OpenAPI document links to an existing heading', () => {
    expect(toBody('troubleshooting')).toContain('## How errors look\n')
  })

  test.each([
    ['collaborators', `**${invitationDays} days**`],
    ['collaborators', `${invitationLimits.pendingPerApp} pending invitations`],
    [
      'collaborators',
      `${invitationLimits.emailsPerInviterAndDay} per inviter, and ${invitationLimits.emailsPerAddressAndDay} per recipient`,
    ],
    ['getting-started', `up to ${maxOwnedApps} apps`],
    ['troubleshooting', `up to ${maxEvents} decisions in the last ${eventDays} days`],
    ['api-usage-and-engagement', '`Installed` or `Uninstalled`'],
    ['api-usage-and-engagement', '`installations-1-2026-11-30.csv`'],
    ['rate-limits', '| Main | 1 hour (3,600,000 ms) | 7,200 |'],
    ['rate-limits', '| Spike | 10 seconds (10,000 ms) | 100 |'],
  ])('the page %s says: %s', (slug, message) => {
    expect(toBody(slug)).toContain(message)
  })
})
