import { composeDocument } from '../text/composeDocument.ts'
import { escapeHtml } from '../text/html.ts'

/** Uses the colors of the web app. */
const style = `body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; padding: 1rem; color: #1d2329; background: #f6f7f8; }
main { box-sizing: border-box; max-width: 30rem; margin: 10vh auto 0; padding: 1.75rem; border: 1px solid #dde1e5; border-radius: 8px; background: #fff; }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.3; }
p { margin: 0 0 1rem; }
p:last-child { margin: 0; }
a { color: #0f6864; }
code { display: block; margin: 0 0 1rem; padding: 0.75rem; border: 1px solid #7d868f; border-radius: 4px; background: #f1f3f5; overflow-wrap: anywhere; font-size: 1.1rem; user-select: all; }
small { color: #55606b; overflow-wrap: anywhere; }
@media (max-width: 30rem) { main { padding: 1.25rem 1rem; } }
@media (prefers-color-scheme: dark) {
body { color: #e6eaed; background: #14181b; }
main { border-color: #323a41; background: #1b2024; }
a { color: #7fd1ca; }
code { border-color: #77838e; background: #101315; }
small { color: #a5b0ba; }
}`

interface PageContent {
  title: string
  paragraphs: string[]
  /** Shown in a form that is easy to select and copy. */
  code?: string
  footnote?: string
}

/** Composes a page of the OAuth server. */
export function composePage({ title, paragraphs, code, footnote }: PageContent, nonce: string): string {
  const content = `${paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n')}
${code === undefined ? '' : `<code>${escapeHtml(code)}</code>`}
<p><a href="/">Home</a></p>
${footnote === undefined ? '' : `<p><small>${escapeHtml(footnote)}</small></p>`}`
  return composeDocument({ title, style, nonce, content })
}
