import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

interface Component {
  'bom-ref': string
  name: string
}
interface BillOfMaterials {
  bomFormat: string
  metadata: { component: Component }
  components: Component[]
}

const root = join(import.meta.dirname, '..')

test('the bill of materials names the application and every shipped package, whatever the folder is called', async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'sbom'], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  })
  const { bomFormat, metadata, components } = JSON.parse(stdout) as BillOfMaterials
  expect(bomFormat).toBe('CycloneDX')
  expect(metadata.component).toMatchObject({ type: 'application', name: 'trestle' })
  const names = components.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['@trestle/domain', '@trestle/server', '@trestle/web', 'fastify', 'react']),
  )
  expect(names).not.toContain('vitest')
})
