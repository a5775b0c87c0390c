import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { FoldingCard } from './FoldingCard.tsx'

test('collapses by keyboard, shows its summary and keeps typed input', async () => {
  renderPart(
    <FoldingCard title="Components" summary="2 components" startsOpen>
      <input aria-label="Source URL" />
    </FoldingCard>,
  )
  const title = page.getByRole('button', { name: 'Components' })
  const input = page.getByRole('textbox', { name: 'Source URL' })
  await expect.element(title).toHaveAttribute('aria-expanded', 'true')
  await input.fill('https://example.test')
  title.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(title).toHaveAttribute('aria-expanded', 'false')
  await expect.element(page.getByText('2 components')).toBeVisible()
  await expect.element(input).not.toBeInTheDocument()
  await userEvent.keyboard(' ')
  await expect.element(input).toHaveValue('https://example.test')
  await expect.element(page.getByText('2 components')).not.toBeInTheDocument()
})
