import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { renderPart } from '../../testing/render.tsx'
import { AsyncPicker, type PickerOption } from './AsyncPicker.tsx'

const developers: PickerOption[] = [
  { value: '1', label: 'Dana Reyes', detail: 'dana@example.test' },
  { value: '2', label: 'Kim Vance', detail: 'kim@example.test' },
]
const find = async (search: string) =>
  developers.filter(({ label }) => label.toLowerCase().includes(search.toLowerCase()))

function Example({ load = find }: { load?: typeof find }) {
  const [value, setValue] = useState<PickerOption | null>(null)
  return <AsyncPicker label="Owner" value={value} onChange={setValue} load={load} />
}

afterEach(() => {
  vi.useRealTimers()
})

const input = page.getByRole('combobox', { name: 'Owner' })
const option = (name: RegExp) => page.getByRole('option', { name })

test('opens on click; arrow keys and Enter choose', async () => {
  renderPart(<Example />)
  await input.click()
  await expect.element(option(/Dana Reyes/)).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await expect.element(input).toHaveValue('Kim Vance')
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
})

test('the second line of the highlighted option is readable', async () => {
  renderPart(<Example />)
  await input.click()
  await expect.element(option(/Dana Reyes/)).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(option(/Dana Reyes/)).toHaveAttribute('data-combobox-selected')
  await expectAccessible()
})

test('filters the options while typing', async () => {
  renderPart(<Example />)
  await input.fill('kim')
  await expect.element(option(/Dana Reyes/)).not.toBeInTheDocument()
  await option(/Kim Vance/).click()
  await expect.element(input).toHaveValue('Kim Vance')
})

test('loads once typing has paused for 500 ms', { tags: ['SHELL-37', 'SHELL-39'] }, async () => {
  const searches: string[] = []
  const load = async (search: string) => {
    searches.push(search)
    return find(search)
  }
  renderPart(<Example load={load} />)
  await input.click()
  await expect.element(option(/Dana Reyes/)).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await userEvent.keyboard('kim ')
  vi.advanceTimersByTime(499)
  expect(searches).toEqual([''])
  vi.advanceTimersByTime(1)
  vi.useRealTimers()
  await expect.element(option(/Dana Reyes/)).not.toBeInTheDocument()
  expect(searches).toEqual(['', 'kim'])
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(input).toHaveValue('Kim Vance')
  await expectAccessible()
})

test('Enter picks the first match of what was typed, and does not send the form', async () => {
  const submits: string[] = []
  renderPart(
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submits.push('form')
      }}
    >
      <Example />
    </form>,
  )
  await input.click()
  await expect.element(option(/Dana Reyes/)).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(input).toHaveValue('')
  await userEvent.keyboard('van')
  // The options of the previous search can't be picked, and the search starts without waiting for the pause.
  await userEvent.keyboard('{Enter}')
  await expect.element(input).toHaveValue('van')
  await expect.element(option(/Dana Reyes/)).not.toBeInTheDocument()
  await expect.element(option(/Kim Vance/)).toHaveAttribute('data-combobox-selected')
  await expect.element(input).toHaveAttribute('aria-activedescendant', option(/Kim Vance/).element().id)
  await userEvent.keyboard('{Enter}')
  await expect.element(input).toHaveValue('Kim Vance')
  expect(submits).toEqual([])
})

test('closes on Escape and drops what was typed', async () => {
  renderPart(<Example />)
  await input.fill('kim')
  await expect.element(option(/Kim Vance/)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
  await expect.element(input).toHaveValue('')
})

test('can clear the choice', async () => {
  renderPart(<Example />)
  await input.click()
  await option(/Dana Reyes/).click()
  await page.getByRole('button', { name: 'Remove Dana Reyes' }).click()
  await expect.element(input).toHaveValue('')
})

test('says that nothing was found', async () => {
  renderPart(<Example />)
  await input.fill('no such person')
  await expect.element(page.getByText('No matches').first()).toBeVisible()
})

test('says that loading failed, and loads again when reopened', async () => {
  const attempts: string[] = []
  const load = async (search: string) => {
    attempts.push(search)
    if (attempts.length === 1) throw new Error('lost')
    return developers
  }
  renderPart(<Example load={load} />)
  await input.click()
  await expect.element(page.getByText("The options couldn't be loaded.").first()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await input.click()
  await expect.element(option(/Dana Reyes/)).toBeVisible()
})

/** Searches for Kim, who is found, before the first search has ended. Returns the first search. */
async function searchAgain(): Promise<PromiseWithResolvers<PickerOption[]>> {
  const first = Promise.withResolvers<PickerOption[]>()
  const load = (search: string) => (search === '' ? first.promise : find(search))
  renderPart(<Example load={load} />)
  await input.click()
  await input.fill('kim')
  await expect.element(option(/Kim Vance/)).toBeVisible()
  return first
}

test('never replaces a newer reply with an older one', async () => {
  const first = await searchAgain()
  first.resolve(developers)
  await new Promise((resolve) => setTimeout(resolve, 50))
  await expect.element(option(/Dana Reyes/)).not.toBeInTheDocument()
})

test('shows the found options, not the failure of an older search', async () => {
  const first = await searchAgain()
  first.reject(new Error('lost'))
  await new Promise((resolve) => setTimeout(resolve, 50))
  await expect.element(option(/Kim Vance/)).toBeVisible()
  await expect.element(page.getByText("The options couldn't be loaded.")).not.toBeInTheDocument()
})
