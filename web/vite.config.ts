import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type CSSOptions, type Plugin } from 'vite'
import { chunkGroups } from './chunkGroups.ts'
import { addCompileHints } from './compileHints.ts'
import { retainEarlierAssets } from './earlierAssets.ts'
import { findFirstFiles, listPageFiles } from './pageFiles.ts'
import { precompress } from './precompress.ts'

/** Where the public pages are built, inside the folder of the web app. */
const publicFolder = 'public'

/**
 * Builds the public pages into a folder of the web app's output. A folder in the configuration of an environment
 * would take precedence over the argument `--outDir`.
 */
const placePublicPages: Plugin = {
  name: 'place-public-pages',
  config: ({ build }) => ({
    environments: { ssr: { build: { outDir: join(build?.outDir ?? 'dist', publicFolder) } } },
  }),
}

const viteLoader = '\0vite/preload-helper.js'
const ownLoader = `${import.meta.dirname}/src/http/loadChunk.ts`

/** Replaces Vite's loader for lazy modules, because only a few browsers can retry a failed import. */
const useOwnLoader: Plugin = {
  name: 'own-chunk-loader',
  enforce: 'pre',
  load: (id) => (id === viteLoader ? `export { loadChunk as __vitePreload } from '${ownLoader}'` : null),
}

/**
 * Sets the source of classes that CSS modules copy from another file (`composes: … from`). Otherwise they have no
 * source, and Vite warns about that in each build.
 */
const nameSources: NonNullable<CSSOptions['postcss']> = {
  plugins: [
    {
      postcssPlugin: 'name-sources',
      OnceExit: (root) => {
        root.walk((node) => {
          if (root.source) node.source ??= root.source
        })
      },
    },
  ],
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    useOwnLoader,
    placePublicPages,
    retainEarlierAssets({ beside: [publicFolder] }),
    listPageFiles(),
    addCompileHints((bundle) => {
      const { ofDocument, ofPages } = findFirstFiles(bundle)
      return [...ofDocument, ...ofPages.flatMap(([, added]) => added)]
    }),
    precompress(),
  ],
  resolve: {
    alias: [
      { find: /^zod$/, replacement: `${import.meta.dirname}/src/zod.ts` },
      // Decision 39.
      { find: /^react-i18next$/, replacement: `${import.meta.dirname}/src/texts/translation.ts` },
    ],
  },
  css: { postcss: nameSources },
  // The server replaces this placeholder with each response's nonce. Styles created by scripts read it from there.
  html: { cspNonce: '__CSP_NONCE__' },
  // `vite build` builds both: the web app for browsers, and the public pages for the server (decision 32).
  builder: {},
  build: {
    // Open pages still need the assets of the previous build.
    emptyOutDir: false,
    // Lists the files of every page for scripts/budgets.mjs. The server reads the list of the public pages.
    manifest: 'manifest.json',
    // docs/settings.md explains how to build source maps for the error-reporting service.
    sourcemap: false,
    // Never inline assets: the content security policy allows no inline script.
    assetsInlineLimit: 0,
    // On a busy machine, it would print the compression time instead of the portal's address.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  environments: {
    client: {
      build: {
        modulePreload: {
          polyfill: false,
          // The loader fetches these before it imports the module. Vite omits the module itself if it has no imports.
          resolveDependencies: (file, files, { hostType }) =>
            hostType === 'js' ? [...new Set([file, ...files])] : files,
        },
        rolldownOptions: {
          // Inlines shared constants, which is smaller than exports and imports.
          optimization: { inlineConst: { mode: 'all' } },
          output: {
            codeSplitting: { groups: chunkGroups },
          },
        },
        // The password check's dictionaries, fetched when someone types a new password. The next largest chunk is 700 kB.
        chunkSizeWarningLimit: 1700,
      },
    },
    ssr: {
      // The server has no other packages of the web app.
      resolve: { noExternal: true },
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        copyPublicDir: false,
        emitAssets: true,
        minify: true,
        rolldownOptions: {
          // Browsers also load parts of it.
          platform: 'browser',
          input: ['renderPage.ts', 'enhance.ts', 'hydrateAccountPage.ts'].map(
            (file) => `${import.meta.dirname}/src/app/public/${file}`,
          ),
          output: {
            entryFileNames: ({ name }) =>
              name === 'renderPage' ? '[name]-[hash].js' : 'assets/[name]-[hash].js',
            // Both may load it, the server from the folder and the browser by its address.
            chunkFileNames: 'assets/[name]-[hash].js',
          },
        },
        chunkSizeWarningLimit: 1700,
      },
    },
  },
})
