import { Button } from '@mantine/core'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { Banner } from './Banner.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Dropdown } from './Dropdown.tsx'
import { Modal } from './Modal.tsx'
import { Section } from './Section.tsx'
import { Table } from './Table.tsx'

interface ExampleProps {
  names: string[]
  /** How long after the dialog the row disappears. */
  afterMs?: number
}

function Removal({ name, onRemove }: { name: string; onRemove: () => void }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        Remove {name}
      </button>
      <Dropdown name={name} items={[{ key: 'dismiss', label: 'Dismiss', onSelect: onRemove }]} />
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={`Remove ${name}?`}
        confirmLabel="Remove"
        onConfirm={onRemove}
      >
        It goes for everyone.
      </ConfirmDialog>
    </>
  )
}

function Example({ names: stored, afterMs = 0 }: ExampleProps) {
  const [names, setNames] = useState(stored)
  const remove = (name: string) => {
    const update = () => setNames((before) => before.filter((each) => each !== name))
    if (afterMs > 0) setTimeout(update, afterMs)
    else update()
  }
  return (
    <Section title="Cranes">
      <Table
        label="All cranes"
        columns={[
          { key: 'name', label: 'Name', cell: (name: string) => name },
          {
            key: 'actions',
            label: 'Actions',
            cell: (name) => <Removal name={name} onRemove={() => remove(name)} />,
          },
        ]}
        rows={names}
        rowKey={(name) => name}
        empty={<p>No cranes</p>}
      />
    </Section>
  )
}

const button = (name: string) => page.getByRole('button', { name, exact: true })

async function removeRow(name: string) {
  await button(`Remove ${name}`).click()
  const dialog = page.getByRole('dialog', { name: `Remove ${name}?` })
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(button(`Remove ${name}`)).not.toBeInTheDocument()
}

const list = page.getByRole('group', { name: 'All cranes' })

test('moves the focus to the list whose row a dialog removed', async () => {
  renderPart(<Example names={['A', 'B']} />)
  await removeRow('A')
  await expect.element(list).toHaveFocus()
})

test('moves it to the list when the row disappears after its dialog', async () => {
  renderPart(<Example names={['A', 'B']} afterMs={500} />)
  await removeRow('A')
  await expect.element(list).toHaveFocus()
})

test('moves it to the heading above a list whose last row is gone', async () => {
  renderPart(<Example names={['A']} />)
  await removeRow('A')
  await expect.element(page.getByRole('heading', { name: 'Cranes' })).toHaveFocus()
})

test('moves it to the list when an entry of a menu removes the row', async () => {
  renderPart(<Example names={['A', 'B']} />)
  await button('Actions for A').click()
  await page.getByRole('menuitem', { name: 'Dismiss' }).click()
  await expect.element(button('Remove A')).not.toBeInTheDocument()
  await expect.element(list).toHaveFocus()
})

function DismissibleBanner() {
  const [isShown, setShown] = useState(true)
  return (
    <section tabIndex={-1} aria-label="Notices">
      {isShown && <Banner tone="info" title="New" onClose={() => setShown(false)} />}
      <p>Below it</p>
    </section>
  )
}

test('moves it to what was around a banner that was dismissed', async () => {
  renderPart(<DismissibleBanner />)
  await button('Close').click()
  await expect.element(page.getByRole('region', { name: 'Notices' })).toHaveFocus()
})

function PageWithBanner() {
  const [isShown, setShown] = useState(true)
  return (
    <main tabIndex={-1}>
      <h1>Apps</h1>
      {isShown && <Banner tone="info" title="New" onClose={() => setShown(false)} />}
    </main>
  )
}

test('moves it to the heading of a page, which says more than its main part', async () => {
  renderPart(<PageWithBanner />)
  await button('Close').click()
  await expect.element(page.getByRole('heading', { name: 'Apps' })).toHaveFocus()
})

function Vanishing() {
  const [isShown, setShown] = useState(true)
  return (
    <section>
      <h2>Vanishing</h2>
      {isShown && <input aria-label="Field" onBlur={() => setTimeout(() => setShown(false), 100)} />}
      <p>Below it</p>
    </section>
  )
}

test('leaves the focus where it is if the user left the element before', async () => {
  renderPart(<Vanishing />)
  const field = page.getByRole('textbox', { name: 'Field' })
  await field.click()
  await page.getByText('Below it').click()
  await expect.element(field).not.toBeInTheDocument()
  // Longer than the focus takes in the other tests.
  await new Promise((resolve) => void setTimeout(resolve, 300))
  expect(document.activeElement).toBe(document.body)
})

function Sending({ ends }: { ends: Promise<void> }) {
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    await ends
    setBusy(false)
  }
  return (
    <>
      <Button loading={isBusy} onClick={() => void send()}>
        Send
      </Button>
      <input aria-label="Field" />
    </>
  )
}

async function sendByKeyboard() {
  const request = Promise.withResolvers<void>()
  renderPart(<Sending ends={request.promise} />)
  await expect.element(button('Send')).toBeVisible()
  await userEvent.keyboard('{Tab}')
  await expect.element(button('Send')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Send')).toBeDisabled()
  await expect.poll(() => document.activeElement).toBe(document.body)
  return request
}

test('returns to a button that was disabled while its action ran', async () => {
  const request = await sendByKeyboard()
  request.resolve()
  await expect.element(button('Send')).toHaveFocus()
})

test('stays where the user moved it while the action ran', async () => {
  const request = await sendByKeyboard()
  await userEvent.keyboard('{Tab}')
  const field = page.getByRole('textbox', { name: 'Field' })
  await expect.element(field).toHaveFocus()
  request.resolve()
  await expect.element(button('Send')).toBeEnabled()
  // Longer than the focus takes in the other tests.
  await new Promise((resolve) => void setTimeout(resolve, 300))
  await expect.element(field).toHaveFocus()
})

/** Interrupts its action with a dialog that opens after the button is disabled, such as the one for signing in again. */
function Interrupted({ ends }: { ends: Promise<void> }) {
  const [isBusy, setBusy] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const send = async () => {
    setBusy(true)
    await new Promise((resolve) => void setTimeout(resolve, 100))
    setAsking(true)
  }
  const resume = async () => {
    setAsking(false)
    await ends
    setBusy(false)
  }
  return (
    <Section title="Sending">
      <Button loading={isBusy} onClick={() => void send()}>
        Send
      </Button>
      <Modal opened={isAsking} onClose={() => setAsking(false)} title="Who are you?">
        <Button onClick={() => void resume()}>Continue</Button>
      </Modal>
    </Section>
  )
}

test.each([0, 500])('returns to a button whose action a dialog interrupted, %i ms after it', async (ms) => {
  const request = Promise.withResolvers<void>()
  renderPart(<Interrupted ends={request.promise} />)
  await button('Send').click()
  await button('Continue').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  setTimeout(request.resolve, ms)
  await expect.element(button('Send')).toBeEnabled()
  await expect.element(button('Send')).toHaveFocus()
})

test('returns to a button that was enabled before its dialog was gone', async () => {
  renderPart(<Interrupted ends={Promise.resolve()} />)
  await button('Send').click()
  await button('Continue').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(button('Send')).toHaveFocus()
})
