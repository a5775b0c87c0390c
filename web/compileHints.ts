import type { Plugin, Rolldown } from 'vite'

/** Chromium 136 and later compile all functions of a script that starts with this comment. Others ignore it. */
export const compileHint = '//# allFunctionsCalledOnLoad'

/** Adds the hint's line to the source map of a script, if the build has one. */
function shiftMap(bundle: Rolldown.OutputBundle, fileName: string): void {
  const map = bundle[`${fileName}.map`]
  if (map?.type !== 'asset') return
  const read = JSON.parse(map.source.toString()) as { mappings: string }
  map.source = JSON.stringify({ ...read, mappings: `;${read.mappings}` })
}

/**
 * Has browsers compile the scripts of a page's first load while they arrive, in another thread. By default they compile
 * each function when it is called for the first time, which takes the page's own thread (decision 41).
 */
export function addCompileHints(
  findScripts: (bundle: Rolldown.OutputBundle) => Iterable<Rolldown.OutputChunk>,
): Plugin {
  return {
    name: 'add-compile-hints',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    // A file's name depends on its content, and the hint is added after files are named.
    augmentChunkHash: () => compileHint,
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const script of new Set(findScripts(bundle))) {
          script.code = `${compileHint}\n${script.code}`
          shiftMap(bundle, script.fileName)
        }
      },
    },
  }
}
