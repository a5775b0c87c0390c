import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { Markdown } from './Markdown.tsx'

test('shows an image as a link to it, and inside a link only what it shows', async () => {
  const text = [
    '![Plan](/plan.png) ![](https://x.example/a.png) ![Map][map]',
    '[![Badge](/badge.png)](/apps) ![Odd](javascript:alert(1))',
    '[map]: /map.png',
  ].join('\n\n')
  renderPart(<Markdown text={text} />)
  await expect.element(page.getByRole('link', { name: 'Plan' })).toBeVisible()
  const links = page.getByRole('link').elements()
  expect(links.map((link) => [link.getAttribute('href'), link.firstChild?.textContent])).toEqual([
    ['/plan.png', 'Plan'],
    ['https://x.example/a.png', 'https://x.example/a.png'],
    ['/map.png', 'Map'],
    ['/apps', 'Badge'],
  ])
  expect(document.body.querySelector('#root img')).toBeNull()
})

test('renders no HTML elements and no harmful addresses', async () => {
  const text = [
    '[script](javascript:alert(1)) [data](data:text/html,x) [other](//evil.example) [odd](vbscript:x)',
    '[page](/apps) [web](https://x.example/) [mail](mailto:a@x.example) [part](#part)',
    '<script>window.hasRun = true</script> <img src="x" onerror="window.hasRun = true">',
  ].join('\n\n')
  renderPart(<Markdown text={text} />)
  await expect.element(page.getByText('script data other odd')).toBeVisible()
  const addresses = page
    .getByRole('link')
    .elements()
    .map((link) => link.getAttribute('href'))
  expect(addresses).toEqual(['/apps', 'https://x.example/', 'mailto:a@x.example', '#part'])
  expect(document.body.querySelector('#root script, img')).toBeNull()
  expect(page.getByRole('img').elements()).toEqual([])
})
