import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const built = join(import.meta.dirname, '../../web/dist')

export const hasWebBuild = existsSync(join(built, 'index.html'))

interface CopyOptions {
  /** An earlier build whose assets the copy retains, as `npm run build` does. */
  earlier?: string
}

/**
 * Copies the build of the web app to a folder, with unique asset names, as if it were the build of another release.
 */
export async function copyWebBuild(
  folder: string,
  release: string,
  { earlier }: CopyOptions = {},
): Promise<void> {
  for (const part of ['', 'public']) {
    const assets = join(part, 'assets')
    await mkdir(join(folder, assets), { recursive: true })
    for (const name of await listFiles(join(built, part))) {
      const text = await readFile(join(built, part, name), 'utf8')
      await writeFile(join(folder, part, name), text.replaceAll('assets/', `assets/${release}-`))
    }
    for (const name of await listFiles(join(built, assets))) {
      await symlink(join(built, assets, name), join(folder, assets, `${release}-${name}`))
    }
    if (earlier === undefined) continue
    for (const name of await listFiles(join(earlier, assets))) {
      await symlink(join(earlier, assets, name), join(folder, assets, name))
    }
  }
}

/** Skips compressed files, which would name the original assets. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.flatMap((entry) =>
    entry.isDirectory() || /\.(br|gz)$/.test(entry.name) ? [] : [entry.name],
  )
}

/** Returns the addresses of the scripts, styles and pictures that a page loads. */
export const findAssets = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(/ (?:src|href)="(\/[^"]+\.(?:css|js|svg))"/g)].map(([, address = '']) => address),
  ),
]
