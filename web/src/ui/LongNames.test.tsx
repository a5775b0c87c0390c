import { Button, Stack, TextInput } from '@mantine/core'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { setTextSize } from '../../testing/emulation.ts'
import { renderPart } from '../../testing/render.tsx'
import { EmptyState } from './EmptyState.tsx'
import { TextLink } from './Link.tsx'
import { PageHeader } from './PageHeader.tsx'
import { Section } from './Section.tsx'

const name = 'W'.repeat(100)

const isCut = (element: Element) => element.scrollWidth > element.clientWidth

afterEach(() => page.viewport(1280, 900))

test('the headers of pages and sections wrap a long name without spaces on a phone', async () => {
  await page.viewport(320, 640)
  renderPart(
    <>
      <PageHeader
        title={name}
        crumbs={[{ label: name }]}
        description={`How often companies viewed ${name}`}
      />
      <Section title={`Secrets of ${name}`} description={`Every call of ${name}`}>
        <p>{name}</p>
      </Section>
    </>,
  )
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect([...document.body.querySelectorAll('*')].filter(isCut)).toEqual([])
})

test('an empty state and the label of a field wrap a long name without spaces on a phone', async () => {
  await page.viewport(320, 640)
  renderPart(
    <Stack>
      <TextInput label={`Type ${name} to confirm`} description={name} error={name} />
      <EmptyState title="There is no such page" detail={`The app has no page ${name}.`}>
        <TextLink href="/developer_apps/1">{`Back to ${name}`}</TextLink>
      </EmptyState>
    </Stack>,
  )
  await expect.element(page.getByRole('link')).toBeVisible()
  expect([...document.body.querySelectorAll('*')].filter(isCut)).toEqual([])
})

test('a button grows with its label instead of cutting it off', async () => {
  await page.viewport(320, 640)
  renderPart(<Button>Save the credentials of the production environment</Button>)
  const button = page.getByRole('button')
  await expect.element(button).toBeVisible()
  expect([button.element(), ...button.element().querySelectorAll('*')].filter(isCut)).toEqual([])
  expect(button.element().clientHeight).toBeGreaterThan(40)
})

test('a link that looks like a button has its label in the middle on a phone', async () => {
  await page.viewport(320, 640)
  renderPart(
    <Button component="a" href="/account">
      Manage tokens
    </Button>,
  )
  const link = page.getByRole('link')
  await expect.element(link).toBeVisible()
  const [outside, inside] = [link, page.getByText('Manage tokens')].map((part) =>
    part.element().getBoundingClientRect(),
  )
  const middle = (box: DOMRect | undefined) => box && box.top + box.height / 2
  expect(middle(inside)).toBeCloseTo(middle(outside) ?? 0, 0)
})

test('a button wraps its label in a wide window with larger text', async ({ onTestFinished }) => {
  onTestFinished(() => setTextSize(16))
  await page.viewport(1280, 800)
  await setTextSize(32)
  renderPart(
    <div style={{ width: '8rem' }}>
      <Button fullWidth>Add a client secret</Button>
    </div>,
  )
  const button = page.getByRole('button', { name: 'Add a client secret' })
  await expect.element(button).toBeVisible()
  const parts = [button.element(), ...button.element().querySelectorAll('*')]
  expect(parts.filter(isCut)).toEqual([])
})
