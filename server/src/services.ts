import type { FastifyBaseLogger } from 'fastify'
import type { Db } from './db/schema.ts'
import type { Documentation } from './documentation/read.ts'
import type { EncryptedColumn } from './encryption/columns.ts'
import type { Encryption } from './encryption/encryption.ts'
import type { FileDisk } from './files/disk.ts'
import type { Outgoing } from './outgoing/outgoing.ts'
import type { Branch } from '@trestle/domain/reference/content.ts'
import type { ErrorWatch } from './reportFailure.ts'
import type { SandboxService } from './sandboxes/service.ts'
import type { Settings } from './settings.ts'

/** The services that every use case can access. Clock and randomness are included so that tests can control them. */
export interface Services {
  db: Db
  settings: Settings
  now: () => Date
  random: (bytes: number) => Buffer
  sandboxService: SandboxService
  encryption: Encryption<EncryptedColumn>
  /** Calls to other servers. */
  outgoing: Outgoing
  /** The storage of uploaded files. */
  files: FileDisk
  /** The portal's own documentation, as its readers see it. */
  documentation: Documentation
  /** The documentation of the platform's API, the default branch first; read once, at start. */
  reference: Branch[]
  log: FastifyBaseLogger
  /** Reports unexpected errors. */
  watch: ErrorWatch
}
