import { resolveConfig } from 'vite'
import { expect, test } from 'vitest'

const foldersFor = async (build: { outDir?: string }) => {
  const { environments } = await resolveConfig(
    { configFile: `${import.meta.dirname}/vite.config.ts`, build, logLevel: 'silent' },
    'build',
  )
  return [environments['client']?.build.outDir, environments['ssr']?.build.outDir]
}

test('the web app and its public pages are built into the folder of the argument', async () => {
  expect(await foldersFor({})).toEqual(['dist', 'dist/public'])
  expect(await foldersFor({ outDir: '/tmp/maps' })).toEqual(['/tmp/maps', '/tmp/maps/public'])
})
