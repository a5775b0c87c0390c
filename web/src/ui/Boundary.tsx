import { Component, createContext, useContext, type ReactNode } from 'react'

export interface CaughtError {
  error: unknown
  retry: () => void
  /** Only an icon fits, such as in the top bar. */
  compact: boolean
  /** Closes what failed, if the page works without it. */
  dismiss?: () => void
}

const DrawErrorContext = createContext<(caught: CaughtError) => ReactNode>(() => null)

/** The app provides the rendering of an error, because ui/ can't report errors itself. */
export const DrawErrorProvider = DrawErrorContext.Provider

const ErrorNotice = (caught: CaughtError) => useContext(DrawErrorContext)(caught)

interface BoundaryProps {
  /** A new value renders the children again, for example another tab or text. */
  resetKey?: string
  compact?: boolean
  onDismiss?: (error: unknown) => void
  children: ReactNode
}

interface BoundaryState {
  caught: { error: unknown } | null
  resetKey: string | undefined
}

/**
 * Shows a notice in place of children that failed, so that the rest of the page stays with all its input.
 *
 * A class, because React has no other way to catch render errors.
 */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { caught: null, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { caught: { error } }
  }

  static getDerivedStateFromProps({ resetKey }: BoundaryProps, before: BoundaryState): BoundaryState | null {
    return resetKey === before.resetKey ? null : { caught: null, resetKey }
  }

  override render(): ReactNode {
    const { caught } = this.state
    if (!caught) return this.props.children
    const retry = () => this.setState({ caught: null })
    const { compact = false, onDismiss } = this.props
    return (
      <ErrorNotice
        error={caught.error}
        retry={retry}
        compact={compact}
        {...(onDismiss && { dismiss: () => onDismiss(caught.error) })}
      />
    )
  }
}
