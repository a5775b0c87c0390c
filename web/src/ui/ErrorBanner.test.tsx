import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { texts } from '../../testing/texts.ts'
import { ErrorBanner } from './ErrorBanner.tsx'

test('shows a message once that several fields have', async () => {
  renderPart(<ErrorBanner messages={['Enter a link.', 'Enter a name.', 'Enter a link.']} />)
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(texts(page.getByRole('listitem'))).toEqual(['Enter a link.', 'Enter a name.'])
})
