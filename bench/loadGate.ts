/** The gate, for 100 people and one process. */
const limits = { p95Ms: 300, cpuMs: 1.5, memoryGrowth: 0.1, handleGrowth: 20 }

/** The measurements of a run of `npm run bench:load` that the gate reads. */
export interface LoadResult {
  name: 'Trestle' | 'bare'
  people: number
  processes: number
  errors: string[]
  p95: number
  /** Processor time per request. */
  cpuMs: number
  /** As a share of the memory. */
  memoryGrowth: number
  handleGrowth: number
}

/** Returns the errors of a run and the limits of the gate that it exceeded. */
export function findFailures({
  name: server,
  people,
  processes,
  errors,
  p95,
  cpuMs,
  memoryGrowth,
  handleGrowth,
}: LoadResult): string[] {
  const isGate = server === 'Trestle' && people === 100 && processes === 1
  const name = `${server}, ${people} people, ${processes} processes`
  return [
    ...errors.slice(0, 5).map((error) => `${name}: ${error}`),
    ...(isGate && p95 > limits.p95Ms ? [`${name}: p95 is ${p95.toFixed(0)} ms`] : []),
    ...(isGate && cpuMs > limits.cpuMs
      ? [`${name}: ${cpuMs.toFixed(2)} ms of processor time per request`]
      : []),
    ...(isGate && memoryGrowth > limits.memoryGrowth
      ? [`${name}: memory grew by ${(memoryGrowth * 100).toFixed(0)} %`]
      : []),
    ...(isGate && handleGrowth > limits.handleGrowth
      ? [`${name}: ${handleGrowth} more open files and connections`]
      : []),
  ]
}
