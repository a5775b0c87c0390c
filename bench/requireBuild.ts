import { findBuildProblem, openWebBuild } from '../server/src/webBuild.ts'

/** Ends a command that opens pages before it measures anything, unless they are built. */
export async function requireBuild(): Promise<void> {
  const problem = await findBuildProblem(await openWebBuild())
  if (problem === null) return
  console.error(problem)
  process.exit(1)
}
