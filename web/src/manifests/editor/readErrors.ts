import type { ManifestError } from '@trestle/domain/manifests/contract.ts'
import { manifestLimits, readManifestText } from '@trestle/domain/manifests/document/document.ts'
import { findSyntaxProblem, type SyntaxProblem } from '@trestle/domain/json/syntaxProblem.ts'

/** An error with details that only the editor knows. */
export interface EditorError extends ManifestError {
  /** Where and why the text stops being JSON, which the message of the specification leaves open (ERR-20). */
  syntax?: SyntaxProblem | null
}

/** Returns why a text can't be read at all. */
export function readErrors(text: string): EditorError[] {
  const { errors } = readManifestText(text)
  const syntax = errors.length === 0 ? null : findSyntaxProblem(text, manifestLimits)
  return errors.map((error) => ({ ...error, syntax }))
}
