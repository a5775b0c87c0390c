import { findBuildProblem, openWebBuild } from '../server/src/webBuild.ts'

/** Fails if the server can't serve pages, so that a benchmark doesn't measure its errors. */
export async function requireWebBuild(folder?: string): Promise<void> {
  const problem = await findBuildProblem(await openWebBuild(folder))
  if (problem !== null) throw new Error(problem)
}
