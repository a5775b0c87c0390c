import {
  createTheme,
  type CSSVariablesResolver,
  type DrawerProps,
  type LoaderProps,
  type MantineColorsTuple,
  type MenuProps,
  type ModalProps,
  type NotificationProps,
  type TooltipProps,
} from '@mantine/core'
import type { KeyboardEvent } from 'react'

const teal: MantineColorsTuple = [
  '#e2f2f1',
  '#cbe7e5',
  '#9fd3cf',
  '#72bfb9',
  '#47a7a1',
  '#2b8b86',
  '#1a7a75',
  '#0f6864',
  '#0b5451',
  '#084240',
]
const sandbox: MantineColorsTuple = [
  '#fce6f3',
  '#f9cde7',
  '#f7a1d8',
  '#ee76c3',
  '#dc55ab',
  '#c83d99',
  '#b02483',
  '#96126a',
  '#7c0d57',
  '#610943',
]
const production: MantineColorsTuple = [
  '#e2ecfc',
  '#c5d9fa',
  '#a3c4ff',
  '#7ba7f0',
  '#5485d6',
  '#3f77d1',
  '#2a62bf',
  '#174ea6',
  '#123f87',
  '#0d3069',
]

const named = { 'aria-label': 'Close' }

// A modal's header is not a banner: without the role it would be a second landmark.
const dialogDefaults = { attributes: { header: { role: 'presentation' } } }

/** Also opens a menu on the down arrow, like Enter and Space do. */
function openMenu(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'ArrowDown' || event.currentTarget.ariaExpanded === 'true') return
  event.preventDefault()
  event.currentTarget.click()
}

/** Types the defaults of a component. The component's own `extend` would load it with every page. */
const withDefaults = <Props>(defaultProps: Partial<Props>) => ({ defaultProps })

export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 7 },
  colors: { teal, sandbox, production },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.3' },
      h2: { fontSize: '1.125rem', lineHeight: '1.4' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    ModalRoot: withDefaults<ModalProps>({ ...dialogDefaults, centered: true }),
    ModalCloseButton: { defaultProps: named },
    // The placeholder is a child that the menu role doesn't allow; without it the first entry gets the focus.
    Menu: withDefaults<MenuProps>({ withInitialFocusPlaceholder: false }),
    MenuTarget: { defaultProps: { onKeyDown: openMenu } },
    Loader: withDefaults<LoaderProps>({ color: 'var(--accent)' }),
    DrawerRoot: withDefaults<DrawerProps>(dialogDefaults),
    DrawerCloseButton: { defaultProps: named },
    Notification: withDefaults<NotificationProps>({ closeButtonProps: named }),
    Tooltip: withDefaults<TooltipProps>({
      events: { hover: true, focus: true, touch: false },
      openDelay: 300,
    }),
  },
})

const palette = ['teal', 'blue', 'red', 'green', 'gray', 'sandbox', 'production', 'orange', 'yellow'] as const

/** Most of Mantine's own filled and light shades miss a contrast of 4.5:1; these meet it. */
function readableShades(scheme: 'light' | 'dark'): Record<string, string> {
  const filled: Record<string, string> = {
    red: '#c22a2a',
    orange: '#b0430a',
    yellow: '#8a5a00',
    green: '#22753a',
  }
  const text = scheme === 'light' ? 9 : 3
  return Object.fromEntries(
    palette.flatMap((color) => [
      [`--mantine-color-${color}-filled`, filled[color] ?? `var(--mantine-color-${color}-8)`],
      [
        `--mantine-color-${color}-filled-hover`,
        `color-mix(in srgb, ${filled[color] ?? `var(--mantine-color-${color}-8)`}, black 12%)`,
      ],
      [`--mantine-color-${color}-light-color`, `var(--mantine-color-${color}-${text})`],
      [`--mantine-color-${color}-outline`, `var(--mantine-color-${color}-${scheme === 'light' ? 8 : 4})`],
      [`--mantine-color-${color}-text`, `var(--mantine-color-${color}-${scheme === 'light' ? 9 : 3})`],
    ]),
  )
}

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...readableShades('light'),
    '--mantine-color-teal-filled': '#0f6864',
    '--mantine-color-teal-filled-hover': '#0b5451',
    '--mantine-color-yellow-light-color': '#724600',
    '--mantine-color-orange-light-color': '#8a3308',
    '--mantine-color-green-light-color': '#1b5e2b',
    '--mantine-color-red-light-color': '#9d1c1c',
    // Also readable on the background of a page, which is darker than a section's.
    '--mantine-color-red-outline': '#b42323',
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#1d2329',
    '--mantine-color-dimmed': '#55606b',
    '--mantine-color-placeholder': '#66717c',
    '--mantine-color-error': '#b42323',
    '--mantine-color-anchor': '#0f6864',
    '--mantine-color-default-border': '#7d868f',
  },
  dark: {
    ...readableShades('dark'),
    '--mantine-color-teal-filled': '#0f6864',
    '--mantine-color-teal-filled-hover': '#12807b',
    '--mantine-color-dark-4': '#3a434b',
    '--mantine-color-dark-5': '#2a3137',
    '--mantine-color-dark-6': '#22282d',
    '--mantine-color-body': '#1b2024',
    '--mantine-color-text': '#e6eaed',
    '--mantine-color-default': '#22282d',
    '--mantine-color-default-hover': '#2a3137',
    '--mantine-color-dimmed': '#a5b0ba',
    '--mantine-color-placeholder': '#97a3ad',
    '--mantine-color-error': '#ff9c9c',
    '--mantine-color-anchor': '#72cfc8',
    '--mantine-color-default-border': '#77838e',
  },
})

/** Returns the nonce that the content security policy requires of styles created by scripts. */
export const styleNonce = () =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
