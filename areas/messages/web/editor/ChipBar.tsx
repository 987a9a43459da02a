import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { Button, Input } from 'antd'
import { Trash2Icon } from 'lucide-react'
import { useId, useState } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { useChipWords } from './chip-words.ts'
import type { Insertable } from './insertable.ts'
import { chipOf, fallbackIn, nameOf } from './merge-text.ts'
import './editor.css'

type Props = { editor: Editor; code: string; fields: readonly Insertable[] }

/** Of the chip that is marked: what stands there for customers without a value, and the way to be rid of it. */
export function ChipBar({ editor, code, fields }: Props) {
  const t = useT()
  const id = useId()
  const { label, title } = useChipWords(fields)(code)
  const name = nameOf(code)
  const field = fields.find(({ Name }) => Name === name)
  const [typed, setTyped] = useState(fallbackIn(code) ?? '')
  const keep = () => {
    const { from } = editor.state.selection
    if (!name || typed === (fallbackIn(code) ?? '')) return
    editor.commands.command(({ tr }) => {
      if (tr.doc.nodeAt(from)?.type.name !== 'chip') return false
      tr.setNodeMarkup(from, undefined, { code: chipOf(name, typed) })
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
            value={typed}
            maxLength={60}
            onChange={({ target }) => setTyped(target.value)}
            onBlur={keep}
            onPressEnter={(event) => {
              event.preventDefault()
              keep()
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
