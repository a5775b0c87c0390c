import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { texts } from '../../testing/texts.ts'
import { FormShell } from './FormShell.tsx'

function CraneForm({ inDialog }: { inDialog: boolean }) {
  const form = useForm({ initialValues: { name: 'North' } })
  const other = <Button variant="default">Cancel</Button>
  return (
    <FormShell
      form={form}
      labels={{ name: 'Name' }}
      onSubmit={async () => undefined}
      submitLabel="Save crane"
      {...(inDialog ? { cancel: other } : { actions: other })}
    >
      <TextInput label="Name" {...form.getInputProps('name')} />
    </FormShell>
  )
}

test.each([
  [false, ['Save crane', 'Cancel']],
  [true, ['Cancel', 'Save crane']],
])('in a dialog (%s), its buttons have the order of a question: %j', async (inDialog, order) => {
  renderPart(<CraneForm inDialog={inDialog} />)
  const save = page.getByRole('button', { name: 'Save crane' })
  await expect.element(save).toBeDisabled()
  await expect.element(save).toHaveAccessibleDescription('There are no changes to save.')
  expect(texts(page.getByRole('button'))).toEqual(order)
})
