import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

// CSS variables of the page, so that the editor immediately follows the color scheme and the system setting.
const look = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--surface)', color: 'var(--text)', fontSize: '0.875rem' },
  // The frame shows the focus ring, because the gutters would cover part of it in here.
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--text)', padding: '0.5rem 0' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': {
    backgroundColor: 'var(--surface-sunken)',
    color: 'var(--text-muted)',
    borderRight: '1px solid var(--line)',
  },
  // On the narrowest screens a long line would wrap after every word.
  '@media (max-width: 24rem)': {
    '.cm-foldGutter': { display: 'none !important' },
    '.cm-gutter-lint': { width: '0.9em' },
    '.cm-scroller': { fontSize: '0.8125rem' },
  },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--accent) 6%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--accent-soft)', color: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--accent) 26%, transparent)',
  },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--accent-soft)',
    outline: '1px solid var(--accent)',
  },
  '.cm-searchMatch': {
    backgroundColor: 'var(--tone-warning-bg)',
    outline: '1px solid var(--tone-warning-line)',
  },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--tone-info-bg)' },
  '.cm-panels': {
    backgroundColor: 'var(--surface-sunken)',
    color: 'var(--text)',
    borderColor: 'var(--line)',
  },
  '.cm-panel.cm-search label': { fontSize: '0.8125rem' },
  '.cm-panel.cm-search input[type=checkbox]': { minWidth: '1rem', minHeight: '1rem' },
  '.cm-panel.cm-search [name=close]': { color: 'var(--text)', minWidth: '24px', minHeight: '24px' },
  '.cm-textfield': {
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    border: '1px solid var(--line-control)',
    minHeight: '24px',
  },
  '.cm-button': {
    backgroundColor: 'var(--surface)',
    backgroundImage: 'none',
    color: 'var(--text)',
    border: '1px solid var(--line-control)',
    minHeight: '24px',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface-raised)',
    color: 'var(--text)',
    border: '1px solid var(--line-control)',
    maxWidth: 'min(36rem, 90vw)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent-soft)',
    color: 'var(--text)',
  },
  '.cm-completionDetail': { color: 'var(--text-muted)', fontStyle: 'normal' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--tone-danger-line)' },
})

const colors = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--tone-production-fg)' },
  { tag: tags.string, color: 'var(--tone-success-fg)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--tone-warning-fg)' },
  { tag: [tags.punctuation, tags.bracket, tags.separator], color: 'var(--text-muted)' },
])

export const editorTheme = [look, syntaxHighlighting(colors)]
