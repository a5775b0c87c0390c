import { escapeHtml } from '../text/html.ts'

const style = `body { font: 16px/1.5 system-ui, sans-serif; margin: 0; }
main { max-width: 36rem; margin: 15vh auto 0; padding: 0 1rem; }
h1 { font-size: 1.5rem; }
a { color: inherit; }
code { display: block; padding: 0.75rem; border: 1px solid; border-radius: 0.25rem; overflow-wrap: anywhere; font-size: 1.1rem; }
small { opacity: 0.8; }`

interface PageContent {
  title: string
  paragraphs: string[]
  /** Shown in a form that is easy to select and copy. */
  code?: string
  footnote?: string
}

/** Composes a page of the OAuth server, which works without the web app. */
export function composePage({ title, paragraphs, code, footnote }: PageContent, nonce: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n')}
${code === undefined ? '' : `<code>${escapeHtml(code)}</code>`}
<p><a href="/">Home</a></p>
${footnote === undefined ? '' : `<p><small>${escapeHtml(footnote)}</small></p>`}
</main>
</body>
</html>
`
}
