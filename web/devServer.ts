import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createServer, type Plugin } from 'vite'

const { HOST = '127.0.0.1', PORT, PORTAL_PORT, WEB_FOLDER } = process.env
if (!PORT || !PORTAL_PORT || !WEB_FOLDER) throw new Error('Start the development server with `npm run dev`.')

/**
 * The paths that Vite serves itself: its modules, the sources and the public files. The portal serves everything else.
 */
const own = [
  '@',
  'src/',
  'node_modules/',
  ...readdirSync(join(import.meta.dirname, 'public')).map((name) => name.replaceAll('.', '\\.')),
]

/** The inline modules that Vite's plugins add to the document. The portal's policy allows no inline script. */
const inlineModules: string[] = []

const serveInlineModules: Plugin = {
  name: 'serve-inline-modules',
  configureServer: ({ middlewares }) => {
    middlewares.use('/@inline/', ({ url = '' }, response) => {
      response.setHeader('content-type', 'text/javascript')
      response.end(inlineModules[Number(url.slice(1))])
    })
  },
}

const moveInlineModules = (html: string): string =>
  html.replaceAll(/<script type="module"[^>]*>([^<]+)<\/script>/g, (_, code: string) => {
    const index = inlineModules.push(code) - 1
    return `<script type="module" src="/@inline/${index}"></script>`
  })

const vite = await createServer({
  configFile: join(import.meta.dirname, 'vite.config.ts'),
  plugins: [serveInlineModules],
  server: {
    host: HOST,
    port: Number(PORT),
    strictPort: true,
    proxy: { [`^/(?!${own.join('|')})`]: { target: `http://127.0.0.1:${PORTAL_PORT}` } },
  },
})

// The portal serves this document with its own nonce, security policy and data.
const document = readFileSync(join(import.meta.dirname, 'index.html'), 'utf8')
writeFileSync(join(WEB_FOLDER, 'index.html'), moveInlineModules(await vite.transformIndexHtml('/', document)))
await vite.listen()
