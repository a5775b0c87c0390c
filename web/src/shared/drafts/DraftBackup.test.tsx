import { deleteDraft, putDraft, type Draft } from '@trestle/domain/drafts/contract.ts'
import { dayMs, minuteMs } from '@trestle/domain/time/durations.ts'
import { useState } from 'react'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { now } from '../../../testing/build.ts'
import { refuseInBackground, reply, sent } from '../../../testing/network.ts'
import { currentAddress, renderPart } from '../../../testing/render.tsx'
import { Link } from '../../ui/Link.tsx'
import { LeaveGuard } from '../LeaveGuard.tsx'
import { readText } from '../readers.ts'
import { DraftNotice } from './DraftNotice.tsx'
import { DraftStatusText } from './DraftStatusText.tsx'
import { useDraft } from './useDraft.ts'

/** An editor of one string, which is backed up while it is typed. */
function Editor({ stored = null, isPaused = false }: { stored?: Draft | null; isPaused?: boolean }) {
  const [saved, setSaved] = useState('')
  const [text, setText] = useState('')
  const draft = useDraft<string>({
    draftKey: { kind: 'manifest', subject_id: 7 },
    stored,
    read: (content) => readText(content) ?? null,
    content: text === saved ? null : text,
    basedOn: null,
    isPaused,
    onRestore: setText,
    onDiscard: () => setText(saved),
    compare: () => [],
  })
  return (
    <>
      <DraftNotice draft={draft} />
      <textarea aria-label="Text" value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <DraftStatusText status={draft.status} />
      <button type="button" onClick={() => setSaved(text)}>
        Save
      </button>
    </>
  )
}

const field = page.getByRole('textbox', { name: 'Text' })

afterEach(() => {
  vi.useRealTimers()
})

test('backs up typed text immediately when the page is hidden', async () => {
  reply(putDraft, { updated_at: now })
  renderPart(<Editor />)
  await expect.element(field).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await field.fill('Crane')
  expect(sent(putDraft)).toEqual([])
  document.dispatchEvent(new Event('visibilitychange'))
  vi.useRealTimers()
  await expect.poll(() => sent(putDraft)).toMatchObject([{ body: { content: 'Crane' } }])
})

test('a save ends the notice about restored text and deletes the draft', async () => {
  reply(deleteDraft)
  renderPart(<Editor stored={{ content: 'Crane', based_on: null, updated_at: now }} />)
  const notice = page.getByText(/^We restored what you typed on/)
  await expect.element(notice).toBeVisible()
  await expect.element(field).toHaveValue('Crane')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(notice).not.toBeInTheDocument()
  await expect.poll(() => sent(deleteDraft)).toHaveLength(1)
})

test('says nothing of a restored draft that changed nothing', async () => {
  reply(deleteDraft)
  reply(putDraft, { updated_at: now })
  renderPart(<Editor stored={{ content: '', based_on: null, updated_at: now }} />)
  await expect.poll(() => sent(deleteDraft)).toHaveLength(1)
  await field.fill('Crane')
  await expect.element(page.getByText(/^Backed up/)).toBeVisible()
  await expect.element(page.getByText(/^We restored what you typed on/)).not.toBeInTheDocument()
})

test('backs up what a busy server refused, immediately when the browser is online again', async () => {
  refuseInBackground(putDraft, { code: 'rate_limited', message: 'Slow down.' })
  renderPart(<Editor />)
  await field.fill('Crane')
  await expect.element(page.getByText("Your changes aren't backed up yet. We'll keep trying.")).toBeVisible()
  reply(putDraft, { updated_at: now })
  window.dispatchEvent(new Event('online'))
  await expect.element(page.getByText(/^Backed up \d+ s ago$/)).toBeVisible()
})

test('says how long ago it backed up, whatever happens to the clock', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  reply(putDraft, { updated_at: now })
  renderPart(<Editor />)
  await field.fill('Crane')
  await expect.element(page.getByText('Backed up 0 s ago')).toBeVisible()
  for (const [passed, shown] of [
    [5000, 'Backed up 5 s ago'],
    [59 * minuteMs, 'Backed up 59 min ago'],
    [dayMs, 'Backed up more than an hour ago'],
  ] as const) {
    vi.advanceTimersByTime(passed)
    vi.setSystemTime(Date.now() + 3 * dayMs)
    await expect.element(page.getByText(shown)).toBeVisible()
  }
})

describe('leaving the page without its input', () => {
  const backup = { content: 'Crane', based_on: null, updated_at: now }

  const discard = async (isPaused: boolean) => {
    reply(deleteDraft)
    renderPart(
      <>
        <Editor stored={backup} isPaused={isPaused} />
        <LeaveGuard unsaved />
        <Link href="/next">Next</Link>
      </>,
    )
    await expect.element(field).toHaveValue(isPaused ? '' : 'Crane')
    await page.getByRole('link', { name: 'Next' }).click()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect.poll(currentAddress).toBe('/next')
  }

  test('deletes the backup that was restored', async () => {
    await discard(false)
    await expect.poll(() => sent(deleteDraft)).toHaveLength(1)
  })

  test('keeps a backup that could not be restored yet', async () => {
    await discard(true)
    expect(sent(deleteDraft)).toEqual([])
  })
})

describe('with the same editor open in another tab', () => {
  const otherTab = new BroadcastChannel('trestle.deletedDrafts')
  afterAll(() => otherTab.close())

  test('backs up again what a save of the other tab deleted', async () => {
    reply(putDraft, { updated_at: now })
    renderPart(<Editor />)
    await field.fill('Crane')
    await expect.poll(() => sent(putDraft)).toHaveLength(1)
    await expect.element(page.getByText(/^Backed up/)).toBeVisible()
    otherTab.postMessage('manifest/8')
    otherTab.postMessage('manifest/7')
    await expect.poll(() => sent(putDraft)).toMatchObject([{}, { body: { content: 'Crane' } }])
  })

  test('tells the other tab that a save deleted the draft', async () => {
    const heard: unknown[] = []
    otherTab.onmessage = ({ data }) => heard.push(data)
    reply(deleteDraft)
    renderPart(<Editor stored={{ content: 'Crane', based_on: null, updated_at: now }} />)
    await expect.element(field).toHaveValue('Crane')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => heard).toEqual(['manifest/7'])
  })
})
