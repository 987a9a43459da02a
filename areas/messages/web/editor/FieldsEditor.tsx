import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useRef } from 'react'
import { currentLanguage } from '#kit/web/i18n.ts'
import { classes } from '#kit/web/Layout.tsx'
import './editor.css'
import { useChipWords } from './chip-words.ts'
import type { EditorMode } from './extensions.ts'
import { extensionsOf } from './extensions.ts'
import type { Insertable } from './insertable.ts'
import { documentOf, plainTextOf, withChips, withoutChips } from './merge-text.ts'
import { Toolbar } from './Toolbar.tsx'

export type FieldsEditorProps = {
  id?: string | undefined
  mode: EditorMode
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  /** What is written here, for who does not see the words above it. */
  label: string
  /** What can be filled in for each customer. */
  fields: readonly Insertable[]
  /** In which language it is written. */
  language: string
  readOnly?: boolean
  'aria-invalid'?: boolean | undefined
  'aria-describedby'?: string | undefined
}

/** Writes a text that is filled in for each customer: a subject, an SMS or the body of an e-mail. */
export function FieldsEditor(props: FieldsEditorProps) {
  const { mode, value, language, fields, readOnly = false } = props
  const editor = useTextEditor(props)
  useMarks(editor, props)
  const given = useRef(value)
  // Something else than the keyboard changed it: a draft that is restored, a text that is copied.
  useEffect(() => {
    if (value === given.current) return
    given.current = value
    if (writtenIn(editor, mode) !== value) editor.commands.setContent(contentOf(mode, value), { emitUpdate: false })
  }, [editor, mode, value])
  useEffect(() => {
    if (editor.isEditable === readOnly) editor.setEditable(!readOnly, false)
  }, [editor, readOnly])
  return (
    <div className={classes('carat-editor', `carat-editor-${mode}`)} data-scan>
      {!readOnly && <Toolbar editor={editor} mode={mode} fields={fields} label={props.label} />}
      <EditorContent editor={editor} lang={language} />
    </div>
  )
}

function useTextEditor({ mode, value, fields, ...props }: FieldsEditorProps): Editor {
  const wordsOf = useChipWords(fields)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const { id, label, readOnly = false } = props
  return useEditor(
    {
      extensions: extensionsOf(mode, wordsOf),
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
        // A line takes no second one, however it comes.
        ...(mode === 'line' && {
          handleKeyDown: (_view, { key }) => key === 'Enter',
          transformPastedText: (text) => text.replace(/\s*\n\s*/g, ' '),
        }),
      },
      onUpdate: ({ editor: changed }) => latest.current.onChange(writtenIn(changed, mode)),
      onBlur: () => latest.current.onBlur?.(),
    },
    // What chips are called, and how the box is announced, are given once to an editor.
    [mode, wordsOf, currentLanguage(), label],
  )
}

/** What is wrong with it comes and goes while it is written, and must not take the caret with it. */
function useMarks(editor: Editor, props: Pick<FieldsEditorProps, 'aria-invalid' | 'aria-describedby'>) {
  const invalid = props['aria-invalid'] ?? false
  const describedBy = props['aria-describedby']
  useEffect(() => {
    const { editorProps } = editor.options
    const { 'aria-describedby': _, ...attributes } = editorProps.attributes as Record<string, string>
    const marks = { 'aria-invalid': String(invalid), ...(describedBy && { 'aria-describedby': describedBy }) }
    editor.setOptions({ editorProps: { ...editorProps, attributes: { ...attributes, ...marks } } })
  }, [editor, invalid, describedBy])
}

const contentOf = (mode: EditorMode, value: string) => (mode === 'rich' ? withChips(value) : documentOf(value))

function writtenIn(editor: Editor, mode: EditorMode) {
  if (mode !== 'rich') return plainTextOf(editor.getJSON())
  return editor.isEmpty ? '' : withoutChips(editor.getHTML())
}
