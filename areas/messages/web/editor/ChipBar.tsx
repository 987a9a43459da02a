import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { Button, Input } from 'antd'
import { Trash2Icon } from 'lucide-react'
import { useId, useState } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { useMergeChipTexts } from './chip-words.ts'
import type { InsertableField } from './insertable.ts'
import { fallbackTextOfMergeField, mergeFieldCode, mergeFieldName } from './merge-text.ts'
import './editor.css'

type Props = { editor: Editor; code: string; fields: readonly InsertableField[] }

/** The options of the selected merge field: its fallback text, and a button to remove it. */
export function MergeChipBar({ editor, code, fields }: Props) {
  const t = useT()
  const id = useId()
  const { label, title } = useMergeChipTexts(fields)(code)
  const name = mergeFieldName(code)
  const field = fields.find(({ Name }) => Name === name)
  const [fallback, setFallback] = useState(fallbackTextOfMergeField(code) ?? '')
  const applyFallback = () => {
    const { from } = editor.state.selection
    if (!name || fallback === (fallbackTextOfMergeField(code) ?? '')) return
    editor.commands.command(({ tr }) => {
      if (tr.doc.nodeAt(from)?.type.name !== 'chip') return false
      tr.setNodeMarkup(from, undefined, { code: mergeFieldCode(name, fallback) })
      tr.setSelection(NodeSelection.create(tr.doc, from))
      return true
    })
  }
  return (
    <div className="carat-editor-about">
      <strong title={title}>{label}</strong>
      {field && field.AlwaysYN === 'N' && field.Kind !== 'list' && (
        <>
          <label htmlFor={id}>{t('messages:editor.ifEmpty')}</label>
          <Input
            id={id}
            size="small"
            value={fallback}
            maxLength={60}
            onChange={({ target }) => setFallback(target.value)}
            onBlur={applyFallback}
            onPressEnter={(event) => {
              event.preventDefault()
              applyFallback()
              editor.commands.focus()
            }}
          />
        </>
      )}
      <Button
        size="small"
        type="text"
        danger
        icon={<Trash2Icon aria-hidden />}
        onClick={() => editor.chain().focus().deleteSelection().run()}
      >
        {t('kit:verbs.remove')}
      </Button>
    </div>
  )
}
