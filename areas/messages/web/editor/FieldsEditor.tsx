import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useRef } from 'react'
import { currentLanguage } from '#kit/web/i18n.ts'
import { joinClassNames } from '#kit/web/Layout.tsx'
import './editor.css'
import { useMergeChipTexts } from './chip-words.ts'
import type { EditorMode } from './extensions.ts'
import { createEditorExtensions } from './extensions.ts'
import type { InsertableField } from './insertable.ts'
import { editorDocumentToText, toEditorDocument, toEditorHtml, toStoredHtml } from './merge-text.ts'
import { EditorToolbar } from './Toolbar.tsx'

export type MergeFieldsEditorProps = {
  id?: string | undefined
  mode: EditorMode
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  /** The accessible name of the text editor. */
  label: string
  /** The merge fields that the user can insert. */
  fields: readonly InsertableField[]
  /** The language of the edited text. */
  language: string
  readOnly?: boolean
  'aria-invalid'?: boolean | undefined
  'aria-describedby'?: string | undefined
}

/** The editor for a text with merge fields: a subject, an SMS or an e-mail body. */
export function MergeFieldsEditor(props: MergeFieldsEditorProps) {
  const { mode, value, language, fields, readOnly = false } = props
  const editor = useTextEditor(props)
  useInvalidMarks(editor, props)
  const lastValue = useRef(value)
  // The editor takes over a value that changed from outside, such as that of a restored draft.
  useEffect(() => {
    if (value === lastValue.current) return
    lastValue.current = value
    if (valueIn(editor, mode) !== value) editor.commands.setContent(contentOf(mode, value), { emitUpdate: false })
  }, [editor, mode, value])
  useEffect(() => {
    if (editor.isEditable === readOnly) editor.setEditable(!readOnly, false)
  }, [editor, readOnly])
  return (
    <div className={joinClassNames('carat-editor', `carat-editor-${mode}`)} data-scan>
      {!readOnly && <EditorToolbar editor={editor} mode={mode} fields={fields} label={props.label} />}
      <EditorContent editor={editor} lang={language} />
    </div>
  )
}

function useTextEditor({ mode, value, fields, ...props }: MergeFieldsEditorProps): Editor {
  const wordsOf = useMergeChipTexts(fields)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const { id, label, readOnly = false } = props
  return useEditor(
    {
      extensions: createEditorExtensions(mode, wordsOf),
      content: contentOf(mode, value),
      editable: !readOnly,
      editorProps: {
        attributes: {
          ...(id && { id }),
          role: 'textbox',
          'aria-multiline': String(mode !== 'line'),
          'aria-label': label,
          'aria-readonly': String(readOnly),
          tabindex: '0',
        },
        // The editor of a single-line text removes line breaks that the user types or pastes.
        ...(mode === 'line' && {
          handleKeyDown: (_view, { key }) => key === 'Enter',
          transformPastedText: (text) => text.replace(/\s*\n\s*/g, ' '),
        }),
      },
      onUpdate: ({ editor: current }) => latest.current.onChange(valueIn(current, mode)),
      onBlur: () => latest.current.onBlur?.(),
    },
    // The labels of the editor and of its merge fields are set on creation only.
    [mode, wordsOf, currentLanguage(), label],
  )
}

/** Marks of errors are updated in place, because a new editor would lose the caret. */
function useInvalidMarks(editor: Editor, props: Pick<MergeFieldsEditorProps, 'aria-invalid' | 'aria-describedby'>) {
  const invalid = props['aria-invalid'] ?? false
  const describedBy = props['aria-describedby']
  useEffect(() => {
    const { editorProps } = editor.options
    const { 'aria-describedby': _, ...attributes } = editorProps.attributes as Record<string, string>
    const marks = { 'aria-invalid': String(invalid), ...(describedBy && { 'aria-describedby': describedBy }) }
    editor.setOptions({ editorProps: { ...editorProps, attributes: { ...attributes, ...marks } } })
  }, [editor, invalid, describedBy])
}

const contentOf = (mode: EditorMode, value: string) => (mode === 'rich' ? toEditorHtml(value) : toEditorDocument(value))

function valueIn(editor: Editor, mode: EditorMode) {
  if (mode !== 'rich') return editorDocumentToText(editor.getJSON())
  return editor.isEmpty ? '' : toStoredHtml(editor.getHTML())
}
