import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CallError, networkError } from '../../http/callError.ts'
import { buildSubmission } from '../../../testing/build.ts'
import { asksBeforeClosing } from '../../../testing/leaving.ts'
import { renderPart } from '../../../testing/render.tsx'
import { ReviewDialog, type ReviewInput } from './ReviewDialog.tsx'

const dialog = page.getByRole('dialog')
const message = dialog.getByRole('textbox')

interface Options {
  transition: 'submit' | 'withdraw' | 'approve' | 'reject'
  refusals?: CallError[]
  isShown?: boolean
}

function render({ transition, refusals = [], isShown = true }: Options) {
  const inputs: ReviewInput[] = []
  const drafts: string[] = []
  const events: string[] = []
  renderPart(
    <ReviewDialog
      opened
      transition={transition}
      isResubmission={false}
      name="Crane Planner"
      isShown={isShown}
      draftMessage=""
      onDraftMessage={(draft) => drafts.push(draft)}
      onClose={() => events.push('closed')}
      onReload={async () => void events.push('reloaded')}
      onConfirm={async (_, what) => {
        inputs.push(what)
        const refusal = refusals.shift()
        if (refusal) throw refusal
      }}
    />,
  )
  return { inputs, drafts, events }
}

const submit = (name: string | RegExp) => dialog.getByRole('button', { name })

test('a rejection needs a message', async () => {
  const { inputs } = render({ transition: 'reject' })
  await submit(/^Reject/).click()
  await expect.element(message).toHaveAttribute('aria-invalid', 'true')
  expect(inputs).toEqual([])
  await message.fill('Add a privacy policy.')
  await submit(/^Reject/).click()
  await expect.poll(() => inputs).toMatchObject([{ message: 'Add a privacy policy.', confirmed: false }])
})

const busy = new CallError({ code: 'unavailable', status: 503, message: 'The server is busy.' })

test.each([
  ['is tried again', []],
  ['is tried again while the server is busy, and then again', [busy]],
])('a rejection whose reply got lost is done when it %s', async (_, between) => {
  const current = buildSubmission({
    state: 'draft',
    approval_state: 'rejected',
    admin_message: 'Add a privacy policy.',
  })
  const conflict = new CallError({ code: 'conflict', status: 409, message: 'Changed.', current })
  const { events } = render({ transition: 'reject', refusals: [networkError(), ...between, conflict] })
  await message.fill('Add a privacy policy.')
  await submit(/^Reject/).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/couldn't be reached/)
  for (const { message: shown } of between) {
    await submit(/^Reject/).click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent(shown)
  }
  await submit(/^Reject/).click()
  await expect.poll(() => events).toEqual(['reloaded', 'closed'])
  await expect.element(page.getByText('The listing was rejected')).toBeVisible()
})

test('a rejection that someone else sent with another message stays theirs after a lost reply', async () => {
  const current = buildSubmission({ state: 'draft', approval_state: 'rejected', admin_message: 'Too short.' })
  const conflict = new CallError({ code: 'conflict', status: 409, message: 'Changed.', current })
  render({ transition: 'reject', refusals: [networkError(), conflict] })
  await message.fill('Add a privacy policy.')
  for (const expected of [/couldn't be reached/, /already rejected/]) {
    await submit(/^Reject/).click()
    await expect.element(dialog).toMatchTextContent(expected)
  }
})

test('an approval needs no message', async () => {
  const { inputs, events } = render({ transition: 'approve' })
  await submit(/^Approve/).click()
  await expect.poll(() => inputs).toMatchObject([{ message: '', silent: false }])
  expect(events).toEqual(['closed'])
})

test('the typed message is passed on 200 ms after the last key', { tags: ['LADM-11'] }, async () => {
  const { drafts } = render({ transition: 'reject' })
  await expect.element(message).toHaveFocus()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await message.fill('Add')
  await vi.advanceTimersByTimeAsync(199)
  await message.fill('Add a privacy policy.')
  await vi.advanceTimersByTimeAsync(199)
  expect(drafts.join('')).toBe('')
  await vi.advanceTimersByTimeAsync(1)
  expect(drafts.join('')).toBe('Add a privacy policy.')
})

test.each([
  ['approve', 'Approve the listing of Crane Planner?', 1],
  ['reject', 'Reject the listing of Crane Planner?', 0],
  ['submit', 'Submit the listing of Crane Planner for approval?', 0],
  ['withdraw', 'Withdraw the listing of Crane Planner from review?', 0],
] as const)(
  'the question before the step "%s" is "%s", and only an approval can be silent',
  { tags: ['LSTATE-16', 'LSTATE-27'] },
  async (transition, title, silent) => {
    render({ transition })
    await expect.element(page.getByRole('dialog', { name: title, exact: true })).toBeVisible()
    expect(dialog.getByRole('checkbox', { name: /^Publish silently/ }).elements()).toHaveLength(silent)
    expect(dialog.getByRole('checkbox').elements()).toHaveLength(silent)
  },
)

test.each([
  [true, /^The marketplace shows it immediately/],
  [false, /^The marketplace doesn't show it until the app is enabled there/],
])(
  'an approval says whether the marketplace shows the listing: %s',
  { tags: ['LSTATE-27'] },
  async (isShown, text) => {
    render({ transition: 'approve', isShown })
    await expect.element(dialog.getByText(text)).toBeVisible()
  },
)

test('a step the server wants confirmed shows its question and is confirmed on the next attempt', async () => {
  const question = 'The app leaves the marketplace in 3 regions.'
  const refusal = new CallError({
    code: 'conflict',
    status: 409,
    message: question,
    fields: { confirmed: [question] },
  })
  const { inputs } = render({ transition: 'approve', refusals: [refusal] })
  await submit(/^Approve/).click()
  await expect.element(dialog.getByText(question)).toBeVisible()
  await submit(/anyway$/).click()
  await expect.poll(() => inputs.map(({ confirmed }) => confirmed)).toEqual([false, true])
})

test('a refusal stays in the dialog with the input', async () => {
  const refusal = new CallError({ code: 'unavailable', status: 503, message: 'Try again in a minute.' })
  const { events } = render({ transition: 'reject', refusals: [refusal] })
  await message.fill('Add a privacy policy.')
  await submit(/^Reject/).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Try again in a minute.')
  await expect.element(message).toHaveValue('Add a privacy policy.')
  expect(events).toEqual([])
})

test.each([
  ['approved', 'approve', { state: 'published' }],
  ['rejected', 'approve', { state: 'draft', approval_state: 'rejected' }],
  ['withdrawn from review', 'approve', { state: 'draft', approval_state: 'unreviewed' }],
  ['submitted', 'submit', { state: 'in_review' }],
] as const)('says that someone else already %s the listing', async (happened, transition, current) => {
  const refusal = new CallError({
    code: 'conflict',
    status: 409,
    message: 'Someone else changed this.',
    current: buildSubmission(current),
  })
  render({ transition, refusals: [refusal] })
  await submit(/^(Approve|Submit)/).click()
  await expect.element(dialog.getByText(`This listing was already ${happened}`)).toBeVisible()
})

test('a step that someone else made first says what happened', async () => {
  const refusal = new CallError({ code: 'conflict', status: 409, message: 'Someone else changed this.' })
  const { events } = render({ transition: 'withdraw', refusals: [refusal] })
  await submit('Withdraw').click()
  await expect.element(dialog.getByText('This listing was changed')).toBeVisible()
  await submit('Reload listing').click()
  await expect.poll(() => events).toEqual(['reloaded', 'closed'])
})

test('asks before the page is left with a message, which a closed dialog keeps without asking', async () => {
  const { events } = render({ transition: 'reject' })
  await message.fill('Add a privacy policy.')
  await expect.poll(asksBeforeClosing).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => events).toEqual(['closed'])
})
