import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs } from '@trestle/domain/time/durations.ts'
import type { Plugin } from 'vite'

const retentionMs = 7 * dayMs
const recordName = '.builds.json'

interface Build {
  /** When a later build replaced this one; null for the current build. */
  replacedAt: string | null
  /** File names in the assets folder. */
  files: string[]
}

const listFolder = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

/** Returns the earlier builds, newest first. A folder without a readable record counts as one build. */
async function readBuilds(outDir: string, assetsDir: string): Promise<Build[]> {
  const record = await readFile(join(outDir, recordName), 'utf8')
    .then((text) => JSON.parse(text) as Build[])
    .catch(() => null)
  return record ?? [{ replacedAt: null, files: await listFolder(join(outDir, assetsDir)) }]
}

/** Returns the builds whose assets stay available once `files` is the current build. */
function addBuild(earlier: Build[], files: string[], now: number): Build[] {
  const replaced = earlier.map((build) => ({
    ...build,
    replacedAt: build.replacedAt ?? new Date(now).toISOString(),
  }))
  const retained = replaced.filter(({ replacedAt }) => now - Date.parse(replacedAt) < retentionMs)
  return [{ replacedAt: null, files }, ...retained]
}

async function removeAllBut(folder: string, names: string[]): Promise<void> {
  const retained = new Set(names)
  const others = (await listFolder(folder)).filter((name) => !retained.has(name))
  await Promise.all(others.map((name) => rm(join(folder, name), { recursive: true })))
}

interface Options {
  now?: () => number
  beside?: string[]
}

/**
 * Keeps the assets of earlier builds for 7 days after a build replaces them, because open pages still fetch them
 * (SHELL-30). Needs `emptyOutDir: false` and empties the rest of the folder itself, except `beside`, the folders of
 * other builds.
 */
export function retainEarlierAssets({ now = Date.now, beside = [] }: Options = {}): Plugin {
  const read: { earlier: Build[]; publicDir: string; assetsDir: string } = {
    earlier: [],
    publicDir: '',
    assetsDir: '',
  }
  return {
    name: 'keep-earlier-assets',
    apply: 'build',
    configResolved: ({ publicDir, build }) =>
      void Object.assign(read, { publicDir, assetsDir: build.assetsDir }),
    // Runs before the new files are written.
    renderStart: async ({ dir = '' }) => {
      read.earlier = await readBuilds(dir, read.assetsDir)
    },
    writeBundle: async ({ dir = '' }, bundle) => {
      const { earlier, publicDir, assetsDir } = read
      const names = Object.keys(bundle)
      const isAsset = (name: string) => name.startsWith(`${assetsDir}/`)
      const files = names.filter(isAsset).map((name) => name.slice(assetsDir.length + 1))
      const builds = addBuild(earlier, files, now())
      await removeAllBut(
        join(dir, assetsDir),
        builds.flatMap((build) => build.files),
      )
      const documents = names.filter((name) => !isAsset(name))
      await removeAllBut(dir, [
        ...documents,
        ...(await listFolder(publicDir)),
        assetsDir,
        recordName,
        ...beside,
      ])
      await writeFile(join(dir, recordName), JSON.stringify(builds))
    },
  }
}
