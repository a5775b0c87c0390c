import react from '@vitejs/plugin-react'
import postcssMantine from 'postcss-preset-mantine'
import { defineConfig, type Plugin } from 'vite'
import { retainEarlierAssets } from './earlierAssets.ts'

const viteLoader = '\0vite/preload-helper.js'
const ownLoader = `${import.meta.dirname}/src/http/loadChunk.ts`

/** Replaces Vite's loader of lazy modules, which can retry a failed module in few browsers only. */
const useOwnLoader: Plugin = {
  name: 'own-chunk-loader',
  enforce: 'pre',
  load: (id) => (id === viteLoader ? `export { loadChunk as __vitePreload } from '${ownLoader}'` : null),
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), useOwnLoader, retainEarlierAssets()],
  resolve: { alias: [{ find: /^zod$/, replacement: `${import.meta.dirname}/src/zod.ts` }] },
  // The server writes each response's nonce in place of this word; styles made by script read it from there.
  html: { cspNonce: '__CSP_NONCE__' },
  css: { postcss: { plugins: [postcssMantine()] } },
  build: {
    outDir: 'dist',
    // Open pages still need the assets of the build before.
    emptyOutDir: false,
    // The README says how to build source maps for the service that reads error reports.
    sourcemap: false,
    // Everything stays a file of its own: the content security policy knows no inline script.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The loader fetches these before it imports the module: Vite leaves out a module without imports of its own.
      resolveDependencies: (file, files, { hostType }) =>
        hostType === 'js' ? [...new Set([file, ...files])] : files,
    },
    // The dictionaries of the password check, fetched when someone types a new password; the next largest has 700 kB.
    chunkSizeWarningLimit: 1700,
  },
})
