import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language'
import { forceLinting, linter, lintGutter, type Diagnostic } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, StateEffect } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import type { TFunction } from 'i18next'
import { useEffect, useImperativeHandle, useRef, useState, type FocusEvent, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import '../../texts/manifests.ts'
import { styleNonce } from '../../ui/theme.ts'
import { manifestCompletions } from './completions.ts'
import { editorTheme } from './editorTheme.ts'
import classes from './ManifestEditor.module.css'
import { rangesIn } from './pointerRange.ts'
import { readErrors, type EditorError } from './readErrors.ts'
import { diffTexts } from './textChanges.ts'

export interface EditorHandle {
  /** Scrolls to an error and moves the cursor there. */
  goTo: (pointer: string) => void
  /** Replaces the text; undo restores the old one. */
  replace: (text: string) => void
}

interface ManifestEditorProps {
  initialText: string
  onChange: (text: string) => void
  errors: readonly EditorError[]
  label: string
  describedBy: string
  handle: RefObject<EditorHandle | null>
}

const errorsChanged = StateEffect.define<null>()

interface EditorLabels {
  phrases: Record<string, string>
  attributes: Record<string, string>
}

type Callbacks = Pick<ManifestEditorProps, 'onChange' | 'errors'>

/** Finds syntax errors right away and adds the server's errors. */
function toDiagnostics(text: string, errors: readonly EditorError[]): Diagnostic[] {
  const unreadable = readErrors(text)
  const locationFor = rangesIn(text)
  return (unreadable.length > 0 ? unreadable : errors).map(({ path, message, syntax }) => ({
    ...locationFor(path),
    severity: 'error',
    message: syntax?.cause ?? message,
  }))
}

/** Returns our texts for the search panel, keyed by the editor's own. */
function searchPhrases(t: TFunction): Record<string, string> {
  return {
    Find: t('manifests.editor.search.find'),
    Replace: t('manifests.editor.search.replace'),
    next: t('manifests.editor.search.next'),
    previous: t('manifests.editor.search.previous'),
    all: t('manifests.editor.search.all'),
    'match case': t('manifests.editor.search.matchCase'),
    regexp: t('manifests.editor.search.regexp'),
    'by word': t('manifests.editor.search.byWord'),
    replace: t('manifests.editor.search.replaceOne'),
    'replace all': t('manifests.editor.search.replaceAll'),
    close: t('manifests.editor.search.close'),
  }
}

/** Leaves Tab unbound, so that keyboard users can leave the editor. */
function extensionsFor(latest: RefObject<Callbacks>, labels: EditorLabels) {
  return [
    EditorView.cspNonce.of(styleNonce()),
    lineNumbers(),
    foldGutter(),
    lintGutter(),
    history(),
    drawSelection(),
    indentUnit.of('  '),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    // Not of a single character, such as the quote that an error in the list selects.
    highlightSelectionMatches({ minSelectionLength: 2 }),
    search({ top: true }),
    EditorView.lineWrapping,
    json(),
    autocompletion({ override: [manifestCompletions], icons: false }),
    linter((view) => toDiagnostics(view.state.sliceDoc(), latest.current.errors), {
      delay: 400,
      needsRefresh: (update) =>
        update.transactions.some(({ effects }) => effects.some((effect) => effect.is(errorsChanged))),
    }),
    EditorState.phrases.of(labels.phrases),
    EditorView.contentAttributes.of(labels.attributes),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) latest.current.onChange(update.state.sliceDoc())
    }),
    keymap.of([
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...completionKeymap,
    ]),
    editorTheme,
  ]
}

function goTo(view: EditorView, pointer: string): void {
  const { from, to } = rangesIn(view.state.sliceDoc())(pointer)
  view.dispatch({
    selection: { anchor: from, head: to },
    effects: EditorView.scrollIntoView(from, { y: 'center' }),
  })
  view.focus()
}

const replaceText = (view: EditorView, text: string): void =>
  view.dispatch({
    changes: diffTexts(view.state.sliceDoc(), text),
    userEvent: 'input',
    scrollIntoView: true,
  })

/** Escape closes the completions and the search panel; the enclosing dialog would otherwise see it first. */
const keepEscape = (event: FocusEvent) => event.target.setAttribute('data-mantine-stop-propagation', 'true')

export function ManifestEditor(props: ManifestEditorProps) {
  const { initialText, label, describedBy, handle, errors } = props
  const { t } = useTranslation()
  const parent = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const [start] = useState(() => ({
    doc: initialText,
    labels: {
      phrases: searchPhrases(t),
      attributes: {
        'aria-label': label,
        'aria-describedby': describedBy,
        'data-autofocus': '',
        tabindex: '0',
      },
    },
  }))
  const latest = useRef<Callbacks>(props)
  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    if (!parent.current) return undefined
    const { doc, labels } = start
    const editor = new EditorView({
      parent: parent.current,
      state: EditorState.create({ doc, extensions: extensionsFor(latest, labels) }),
    })
    view.current = editor
    // The dialog may have opened before the editor had loaded, so the focus had nowhere else to go. Its own effects
    // run first and remember where to return the focus.
    queueMicrotask(() => {
      if (view.current === editor) editor.focus()
    })
    return () => {
      view.current = null
      editor.destroy()
    }
  }, [start])

  useImperativeHandle(handle, () => ({
    goTo: (pointer) => view.current && goTo(view.current, pointer),
    replace: (text) => view.current && replaceText(view.current, text),
  }))

  useEffect(() => {
    if (!view.current) return
    view.current.dispatch({ effects: errorsChanged.of(null) })
    forceLinting(view.current)
  }, [errors])

  return <div ref={parent} className={classes['editor']} onFocusCapture={keepEscape} />
}
