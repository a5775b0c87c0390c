import type { MessagePort } from 'node:worker_threads'
import type { MaintenancePlan } from './maintenance.ts'

/** The worker's start options. */
export interface WorkerData {
  folder: string
  maintenance: MaintenancePlan
}

export type ToWorker = { type: 'connect'; port: MessagePort } | { type: 'ping' } | { type: 'close' }

export type FromWorker =
  | { type: 'ready' }
  | { type: 'pong' }
  | { type: 'log'; level: 'info' | 'warn'; message: string; details: object }
  /** The backend is gone. The worker ends itself after sending this. */
  | { type: 'crashed'; reason: string; details: object }
