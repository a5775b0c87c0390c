import {
  startTransition,
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type FunctionComponent,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { Boundary } from './Boundary.tsx'
import { lazyComponent } from './lazyComponent.ts'
import { whenIdle } from './whenIdle.ts'

export interface PickerPlaceholderProps {
  /** The text typed before the picker was loaded. */
  typed: string
  onTyped: (typed: string) => void
}

/** The user's actions on the placeholder, which the picker continues. */
interface PlaceholderState {
  isFocused: boolean
  isOpened: boolean
}

/** The props of a loaded picker. */
export interface LoadedPickerProps<Props> {
  props: Props
  typed: string
}

interface MountedPickerProps<Props> extends LoadedPickerProps<Props> {
  content: ComponentType<LoadedPickerProps<Props>>
  placeholderState: RefObject<PlaceholderState>
}

function MountedPicker<Props>({ content: Content, placeholderState, ...loaded }: MountedPickerProps<Props>) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const field = place.current?.querySelector<HTMLElement>('[role="combobox"]')
    const { isFocused, isOpened } = placeholderState.current
    if (isFocused) field?.focus()
    if (isOpened) field?.click()
  }, [placeholderState])
  return (
    <div ref={place}>
      <Content {...loaded} />
    </div>
  )
}

/** A closed list of options, as the loaded picker has it. */
export const closedCombobox = {
  role: 'combobox',
  'aria-haspopup': 'listbox',
  'aria-expanded': false,
} as const

const openingKeys = ['ArrowDown', 'ArrowUp', 'Enter', ' ']

/**
 * Renders a placeholder of the same size until the code of a picker is loaded: once the page is idle, or when the
 * placeholder gets the focus. The picker takes over the focus and the typed text, and opens if the placeholder would
 * have.
 */
export function lazyPicker<Props extends object>(
  load: () => Promise<ComponentType<LoadedPickerProps<Props>>>,
  Placeholder: ComponentType<Props & PickerPlaceholderProps>,
): FunctionComponent<Props> {
  const Content = lazyComponent(load)
  const state = { isLoaded: false }
  const preload = async () => {
    try {
      await Content.preload()
      state.isLoaded = true
    } catch {
      // A placeholder with the focus tries again, and shows the failure.
    }
  }

  function LazyPicker(props: Props) {
    const [isShown, setShown] = useState(() => state.isLoaded)
    const [typed, setTyped] = useState('')
    const placeholderState = useRef<PlaceholderState>({ isFocused: false, isOpened: false })
    // A transition keeps the placeholder and its focus until the code is loaded.
    const show = () => startTransition(() => setShown(true))
    const showLoaded = async () => {
      await preload()
      if (state.isLoaded) show()
    }
    useEffect(() => whenIdle(() => void showLoaded()), [])
    if (isShown) return <MountedPicker content={Content} {...{ props, typed, placeholderState }} />
    const update = (change: Partial<PlaceholderState>) => {
      placeholderState.current = { ...placeholderState.current, ...change }
    }
    return (
      <div
        role="presentation"
        onFocus={() => {
          update({ isFocused: true })
          void preload()
          show()
        }}
        onBlur={() => update({ isFocused: false, isOpened: false })}
        onClick={() => update({ isOpened: true })}
        onKeyDown={({ key }: KeyboardEvent) => {
          if (openingKeys.includes(key)) update({ isOpened: true })
        }}
      >
        <Placeholder {...props} typed={typed} onTyped={setTyped} />
      </div>
    )
  }

  return (props) => (
    <Boundary>
      <LazyPicker {...props} />
    </Boundary>
  )
}
