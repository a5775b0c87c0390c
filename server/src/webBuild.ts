import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { PublicPageRequest, RenderPublicPage } from '@trestle/domain/shell/publicPage.ts'
import { z } from 'zod'
import { undefinedIfMissing } from './undefinedIfMissing.ts'
import { reasonFor } from './logging.ts'

/** The latest build of the web app. */
export interface WebBuild {
  folder: string
  /**
   * Returns the id of the build that was read last, the same on every server that has it; null before the first one.
   */
  id: () => string | null
  /** Reads the document that every page starts with, of the build that is currently on the disk. */
  readTemplate: () => Promise<string | undefined>
  /** Returns the files that each page loads in addition to those of every document, by the page's name and tab. */
  readPageFiles: () => Promise<Record<string, PageFiles>>
  /** Loads the renderer of the public pages (decision 32); undefined without a build of them. */
  loadPublicPages: () => Promise<PublicPages | undefined>
}

/** Returns why visitors can't get pages of the build; null if they can. */
export async function findBuildProblem(web: WebBuild): Promise<string | null> {
  try {
    if (!(await web.readTemplate())) return 'The web app is not built. Run npm run build.'
    await web.loadPublicPages()
    return null
  } catch (error) {
    return `The build of the web app can't be loaded: ${reasonFor(error)}`
  }
}

/** File names inside the web app's folder. */
export type PageFiles = z.infer<typeof PageFiles>

export interface PublicPages {
  render: RenderPublicPage
  assets: PublicPageRequest['assets']
}

/** The folder of the public pages inside the web app's. Its assets are served at the same address. */
export const publicFolder = 'public'

const PageFiles = z.object({ scripts: z.array(z.string()), styles: z.array(z.string()) })

const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    css: z.array(z.string()).default([]),
    imports: z.array(z.string()).default([]),
  }),
)
type Manifest = z.infer<typeof Manifest>

const entries = {
  page: 'src/app/public/renderPage.ts',
  script: 'src/app/public/enhance.ts',
  account: 'src/app/public/hydrateAccountPage.ts',
}

const builtFolder = fileURLToPath(new URL('../../web/dist/', import.meta.url))

export async function openWebBuild(folder = builtFolder): Promise<WebBuild> {
  const current: { id: string | null } = { id: null }
  const readTemplate = readChanged(join(folder, 'index.html'), (template) => {
    // The document names its scripts and styles by their hashes, so its own hash identifies a build.
    if (template) current.id = createHash('sha256').update(template).digest('hex').slice(0, 12)
    return template
  })
  const readManifest = readChanged(join(folder, publicFolder, 'manifest.json'), parseManifest)
  // For the id. `findBuildProblem` and every page report a failure.
  await readTemplate().catch(() => undefined)
  return {
    folder,
    id: () => current.id,
    readTemplate,
    readPageFiles: readChanged(join(folder, 'pageFiles.json'), parsePageFiles),
    loadPublicPages: async () => loadPublicPages(join(folder, publicFolder), await readManifest()),
  }
}

/** A file that changed this recently may change again without getting another time. */
const unsettledMs = 2_000

/**
 * Returns a function that reads a file and parses it again only if it has changed, because a build may have replaced
 * it. The text of a missing file is undefined.
 */
function readChanged<Value>(path: string, parse: (text: string | undefined) => Value): () => Promise<Value> {
  let known: { version: string; value: Value } | undefined
  return async () => {
    const found = await stat(path).catch(undefinedIfMissing)
    if (!found) return parse(undefined)
    const version = `${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}`
    if (known?.version === version) return known.value
    const value = parse(await readFile(path, 'utf8').catch(undefinedIfMissing))
    known = Date.now() - found.ctimeMs < unsettledMs ? undefined : { version, value }
    return value
  }
}

/**
 * Returns no files if the build doesn't list them, as in development or during an update. Pages then load them later.
 */
function parsePageFiles(text = '{}'): Record<string, PageFiles> {
  const { data } = z.record(z.string(), PageFiles).safeParse(JSON.parse(text))
  return data ?? {}
}

const parseManifest = (text = '{}'): Manifest => Manifest.safeParse(JSON.parse(text)).data ?? {}

/** Returns a module and those that it imports, directly or not. */
function withImports(manifest: Manifest, name: string): Manifest[string][] {
  const names = new Set([name])
  for (const each of names) for (const imported of manifest[each]?.imports ?? []) names.add(imported)
  return [...names].flatMap((each) => manifest[each] ?? [])
}

/** A module is only loaded once, because its name has a hash. */
async function loadPublicPages(folder: string, manifest: Manifest): Promise<PublicPages | undefined> {
  const [page, script, account] = [entries.page, entries.script, entries.account].map(
    (name) => manifest[name],
  )
  // A build of another version, during an update, may have other entries. Visitors get the web app until the build is
  // complete.
  if (!page || !script || !account) return undefined
  const { renderPublicPage } = (await import(pathToFileURL(join(folder, page.file)).href)) as {
    renderPublicPage: RenderPublicPage
  }
  const address = (file: string) => `/${publicFolder}/${file}`
  const imports = withImports(manifest, entries.account).filter(({ file }) => file !== account.file)
  return {
    render: renderPublicPage,
    assets: {
      styles: withImports(manifest, entries.page).flatMap(({ css }) => css.map(address)),
      script: address(script.file),
      account: { script: address(account.file), imports: imports.map(({ file }) => address(file)) },
    },
  }
}
