import { escapeHtml } from './html.ts'

interface DocumentParts {
  title: string
  style: string
  nonce: string
  /** The HTML below the title. */
  content: string
}

/** Composes the HTML of a page that works without the web app. */
export const composeDocument = ({ title, style, nonce, content }: DocumentParts): string => `<!doctype html>
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
${content}
</main>
</body>
</html>
`
