import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The latest build of the web app. */
export interface WebBuild {
  folder: string
  /**
   * Returns the id of the build that was read last, the same on every server that has it; null before the first one.
   */
  id: () => string | null
  /** Reads the document that every page starts with from the disk, because a build may have replaced it. */
  readTemplate: () => Promise<string | undefined>
}

const builtFolder = fileURLToPath(new URL('../../web/dist/', import.meta.url))

export async function openWebBuild(folder = builtFolder): Promise<WebBuild> {
  const current: { id: string | null } = { id: null }
  const readTemplate = async () => {
    const template = await readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined)
    // The document names its scripts and styles by their hashes, so its own hash identifies a build.
    if (template) current.id = createHash('sha256').update(template).digest('hex').slice(0, 12)
    return template
  }
  await readTemplate()
  return { folder, id: () => current.id, readTemplate }
}
