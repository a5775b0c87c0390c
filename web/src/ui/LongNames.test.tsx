import { Button } from '@mantine/core'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
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

test('a button grows with its label instead of cutting it off', async () => {
  await page.viewport(320, 640)
  renderPart(<Button>Save the credentials of the production environment</Button>)
  const button = page.getByRole('button')
  await expect.element(button).toBeVisible()
  expect([button.element(), ...button.element().querySelectorAll('*')].filter(isCut)).toEqual([])
  expect(button.element().clientHeight).toBeGreaterThan(40)
})
