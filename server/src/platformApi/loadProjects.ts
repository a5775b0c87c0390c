import { sampleProjects, sampleRfis } from '@trestle/domain/platformApi/samples.ts'
import type { Tx } from '../db/schema.ts'
import { refuseDuringMaintenance } from '../maintenance.ts'
import type { Services } from '../services.ts'
import { toProject, type Project } from './present.ts'
import { insertRfis } from './rfis/store.ts'
import { insertProjects, listProjects, type ProjectRow, type SandboxCompany } from './store.ts'

const withRfis = 0

/** Loads the projects of a sandbox, and creates them on its first call. */
export async function loadProjects(
  { db, now, settings }: Pick<Services, 'db' | 'now' | 'settings'>,
  { sandbox_id }: Pick<SandboxCompany, 'sandbox_id'>,
): Promise<Project[]> {
  const known = await listProjects(db, sandbox_id)
  if (known.length === sampleProjects.length) return known.map(toProject)
  refuseDuringMaintenance(settings)
  await db.transaction().execute(async (tx) => {
    const samples = sampleProjects.map((_content, sample) => ({
      sample,
      last_rfi_number: sample === withRfis ? numbered.length : 0,
    }))
    const created = await insertProjects(tx, sandbox_id, samples, now())
    const first = created.find(({ sample }) => sample === withRfis)
    if (first) await insertSampleRfis(tx, first, now())
  })
  return (await listProjects(db, sandbox_id)).map(toProject)
}

const numbered = sampleRfis.filter(({ status }) => status !== 'draft')

const insertSampleRfis = (tx: Tx, { id }: ProjectRow, now: Date): Promise<void> =>
  insertRfis(
    tx,
    sampleRfis.map((rfi) => ({
      ...rfi,
      project_id: id,
      number: rfi.status === 'draft' ? null : numbered.indexOf(rfi) + 1,
      created_at: now,
      updated_at: now,
    })),
  )
