import { showUsage, toMessage, warnDuringMaintenance, withDatabase } from '../commandLine.ts'
import { connect } from '../db/connect.ts'
import { jobHandlers } from '../jobHandlers.ts'
import { toTask } from '../jobs/toTask.ts'

const usage = `npm run jobs                  lists the jobs that failed, run or wait
       npm run jobs -- retry ID      runs a job as soon as possible
       npm run jobs -- retry all     retries every failed job
       npm run jobs -- cancel ID     cancels a job, or dismisses a failed one`

/** Lists the background jobs, and retries or cancels them. */
const args = process.argv.slice(2)
const task = toTask(args)
if (!showUsage(usage, task !== undefined) && task) {
  try {
    const text = await withDatabase(({ pool }, settings) => {
      if (args.length > 0) warnDuringMaintenance(settings)
      return task({ db: connect(pool), now: () => new Date() }, jobHandlers)
    })
    process.stdout.write(`${text}\n`)
  } catch (error) {
    process.stderr.write(`${toMessage(error)}\n`)
    process.exitCode = 1
  }
}
