import react from '@vitejs/plugin-react'
import postcssMantine from 'postcss-preset-mantine'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: { alias: [{ find: /^zod$/, replacement: `${import.meta.dirname}/src/zod.ts` }] },
  // The server writes each response's nonce in place of this word; styles made by script read it from there.
  html: { cspNonce: '__CSP_NONCE__' },
  css: { postcss: { plugins: [postcssMantine()] } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The README says how to build them for the service that reads error reports.
    sourcemap: false,
    // Everything stays a file of its own: the content security policy knows no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The dictionaries of the password check, fetched when someone types a new password; the next largest has 700 kB.
    chunkSizeWarningLimit: 1700,
  },
})
