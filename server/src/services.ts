import type { FastifyBaseLogger } from 'fastify'
import type { Db } from './db/schema.ts'
import type { Documentation } from './documentation/read.ts'
import type { FileDisk } from './files/disk.ts'
import type { Outgoing } from './outgoing/outgoing.ts'
import type { Branch } from '@trestle/domain/reference/content.ts'
import type { SandboxService } from './sandboxes/service.ts'
import type { Settings } from './settings.ts'

/** What every use-case may reach for. Clock and randomness come in here, so that tests can hold them. */
export interface Services {
  db: Db
  settings: Settings
  now: () => Date
  random: (bytes: number) => Buffer
  sandboxService: SandboxService
  /** Calls to other servers. */
  outgoing: Outgoing
  /** Where uploaded files lie. */
  files: FileDisk
  /** What is read on the portal itself, as its readers see it. */
  documentation: Documentation
  /** The documentation of the platform's API, the default branch first; read once, at start. */
  reference: Branch[]
  log: FastifyBaseLogger
  /** Tells the job runner of this process that a job is due, so that nobody waits for its next look. */
  wakeJobs: () => void
}
