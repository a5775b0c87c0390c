import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const encoders = {
  br: promisify((source: Buffer, done: (error: Error | null, result: Buffer) => void) =>
    brotliCompress(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }, done),
  ),
  gz: promisify((source: Buffer, done: (error: Error | null, result: Buffer) => void) =>
    gzip(source, { level: 9 }, done),
  ),
} as const

type Ending = keyof typeof encoders

const endings = ['br', 'gz'] as const satisfies Ending[]

const isCompressible = (name: string): boolean => /\.(js|css|svg|json)$/.test(name)

/** The same limit as for replies (server/src/http/compression.ts). Anything smaller fits into one packet anyway. */
const minBytes = 1024

/**
 * Writes a brotli and a gzip copy next to each asset, so that the server compresses nothing when it sends one. The
 * best compression takes seconds, so copies of an earlier build are used again: an asset's name contains its hash.
 */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler({ dir = '' }, bundle) {
        const outputs = Object.values(bundle).filter(({ fileName }) => isCompressible(fileName))
        await Promise.all(
          outputs.map(async (output) => {
            const source = Buffer.from(output.type === 'chunk' ? output.code : output.source)
            if (source.length < minBytes) return
            for (const ending of endings) {
              const fileName = `${output.fileName}.${ending}`
              const earlier = await readFile(join(dir, fileName)).catch(() => undefined)
              this.emitFile({
                type: 'asset',
                fileName,
                source: earlier ?? (await encoders[ending](source)),
              })
            }
          }),
        )
      },
    },
  }
}
