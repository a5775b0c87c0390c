import { TextInput } from '@mantine/core'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { z } from 'zod'
import { renderPart } from '../../testing/render.tsx'
import { FormShell } from './FormShell.tsx'
import { lazySchemas, type LazySchema } from './lazySchema.ts'
import { useSchemaForm } from './useSchemaForm.ts'

const schemas = { Crane: z.object({ name: z.string().min(3, 'Too short') }) }
type Schemas = typeof schemas

interface CraneFormProps {
  schema: LazySchema
  save: (name: string) => void
}

function CraneForm({ schema, save }: CraneFormProps) {
  const form = useSchemaForm(schema, { name: '' })
  return (
    <FormShell
      form={form}
      labels={{ name: 'Name' }}
      onSubmit={async ({ name }) => save(name)}
      submitLabel="Save crane"
      needsChange={false}
    >
      <TextInput label="Name" {...form.getInputProps('name')} />
    </FormShell>
  )
}

/** Renders a form that loads its schemas with this function. Returns the names that it saves. */
function renderForm(load: () => Promise<Schemas>): string[] {
  const saved: string[] = []
  const schema = lazySchemas(load)(({ Crane }) => Crane)
  renderPart(<CraneForm schema={schema} save={(name) => saved.push(name)} />)
  return saved
}

const field = page.getByRole('textbox', { name: 'Name' })
const button = page.getByRole('button', { name: 'Save crane' })

test('a form loads its schema before its first field is complete', async () => {
  const loads: string[] = []
  renderForm(async () => {
    loads.push('once')
    return schemas
  })
  await expect.poll(() => loads).toEqual(['once'])
  await field.fill('No')
  await userEvent.keyboard('{Tab}')
  await expect.element(field).toHaveAccessibleDescription('Too short')
  expect(loads).toEqual(['once'])
})

test('what is typed while the schema loads is what it checks', async () => {
  const loading = Promise.withResolvers<Schemas>()
  const saved = renderForm(() => loading.promise)
  await field.fill('No')
  await userEvent.keyboard('{Tab}{Enter}')
  await field.fill('North')
  loading.resolve(schemas)
  await expect.poll(() => saved).toEqual(['North'])
  await expect.element(field).toBeValid()
})

test('an invalid value is refused once the schema has loaded, even if it was sent before', async () => {
  const loading = Promise.withResolvers<Schemas>()
  const saved = renderForm(() => loading.promise)
  await field.fill('No')
  await button.click()
  await expect.element(button).toHaveAttribute('data-loading')
  loading.resolve(schemas)
  await expect.element(field).toHaveAccessibleDescription('Too short')
  expect(saved).toEqual([])
})

test('a schema that cannot be loaded leaves the check to the server, and is tried again', async () => {
  const state = { isLost: true }
  const saved = renderForm(async () => {
    if (state.isLost) throw new Error('The connection is lost.')
    return schemas
  })
  await field.fill('No')
  await button.click()
  await expect.poll(() => saved, { timeout: 5000 }).toEqual(['No'])
  state.isLost = false
  await button.click()
  await expect.element(field).toHaveAccessibleDescription('Too short')
  expect(saved).toEqual(['No'])
})
