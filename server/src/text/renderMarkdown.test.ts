import { expect, test } from 'vitest'
import { renderMarkdown } from './renderMarkdown.ts'

const origin = 'https://portal.example.com'

test.each([
  ['A line.\n\nA paragraph.', '<p>A line.</p>\n<p>A paragraph.</p>'],
  [
    'See [File uploads](/reference/rest/docs/file-uploads).',
    '<p>See <a href="https://portal.example.com/reference/rest/docs/file-uploads">File uploads</a>.</p>',
  ],
  ['`a_b` and **`c`**', '<p><code>a_b</code> and <strong><code>c</code></strong></p>'],
  [
    '## What to do\n\n- Read `expires_in`\n- Wait',
    '<h2>What to do</h2>\n<ul>\n<li>Read <code>expires_in</code></li>\n<li>Wait</li>\n</ul>',
  ],
  [
    'Before:\n\n```js\nif (a < b) {\n\n}\n```\n\nAfter.',
    '<p>Before:</p>\n<pre><code>if (a &lt; b) {\n\n}\n</code></pre>\n<p>After.</p>',
  ],
])('renders %j in a feed as %j', (markdown, html) => {
  expect(renderMarkdown(markdown, origin)).toBe(html)
})

test('includes the tables of a change in a feed', () => {
  const html = renderMarkdown('| Key | Page |\n| --- | --- |\n| `a` | B |', origin)
  expect(html.replaceAll('\n', '')).toBe(
    '<table><thead><tr><th>Key</th><th>Page</th></tr></thead><tbody><tr><td><code>a</code></td><td>B</td></tr></tbody></table>',
  )
})

test.each([
  ['![A "plan"](/plan.png)', `<a href="${origin}/plan.png">A "plan"</a>`],
  ['![](https://x.example/a.png)', '<a href="https://x.example/a.png">https://x.example/a.png</a>'],
  ['[![plan](/plan.png)](https://x.example)', '<a href="https://x.example">plan</a>'],
  ['[see ![a](/a.png) and ![b](/b.png)](https://x.example)', '<a href="https://x.example">see a and b</a>'],
  ['![odd](javascript:alert(1))', 'odd'],
])('renders the image %j as a link', (markdown, html) => {
  expect(renderMarkdown(markdown, origin)).toBe(`<p>${html}</p>`)
})

test('renders no HTML elements or harmful addresses from an announcement', () => {
  expect(renderMarkdown('Look: <img src=x onerror=alert(1)> & `<b>`', origin)).toBe(
    '<p>Look: &lt;img src=x onerror=alert(1)&gt; &amp; <code>&lt;b&gt;</code></p>',
  )
  expect(renderMarkdown('<script>alert(1)</script>', origin)).toBe('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(
    renderMarkdown('[a](javascript:alert(1)) [b](//evil.example) [c](<https://x.example/"><b>>)', origin),
  ).not.toMatch(/javascript|evil\.example"|<b>/)
  expect(renderMarkdown('![picture](https://x.example/a.png) [odd](https://[)', origin)).toBe(
    '<p><a href="https://x.example/a.png">picture</a> <a href="https://%5B">odd</a></p>',
  )
})
