import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { FailedState } from './FailedState.tsx'
import { UserError } from './failure.ts'
import { BundleError } from './retry.ts'

const alert = page.getByRole('alert')
const retry = page.getByRole('button', { name: 'Retry' })

function Example() {
  const [error, setError] = useState({ message: 'The server is busy.' })
  return <FailedState error={error} isForStaff onRetry={() => setError({ message: 'It is still busy.' })} />
}

test('a closed notice keeps its retry, and the next failure shows again', { tags: ['ERR-07'] }, async () => {
  renderPart(<Example />)
  await expect.element(alert).toMatchTextContent('The server is busy.')
  await alert.getByRole('button', { name: 'Close' }).click()
  await expect.element(alert).not.toBeInTheDocument()
  await retry.click()
  await expect.element(alert).toMatchTextContent('It is still busy.')
})

test('offers a reload where trying again does not help', async () => {
  renderPart(<FailedState error={new BundleError(new Error('lost'))} onRetry={() => undefined} />)
  await expect.element(page.getByRole('button', { name: 'Reload' })).toBeVisible()
  await expect.element(retry).not.toBeInTheDocument()
})

test.each([
  [500, 1],
  [422, 0],
])('a failure with status %i shows its request id %i times', async (status, count) => {
  const failure = Object.assign(new UserError('It broke.'), { status, requestId: 'req-7' })
  renderPart(<FailedState error={failure} onRetry={() => undefined} />)
  await expect.element(alert).toMatchTextContent('It broke.')
  expect(alert.getByText('Request ID: req-7').elements()).toHaveLength(count)
})
