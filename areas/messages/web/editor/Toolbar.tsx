import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { Button, Dropdown, type MenuProps, Tooltip } from 'antd'
import {
  BoldIcon,
  BracesIcon,
  Heading1Icon,
  Heading2Icon,
  ItalicIcon,
  LinkIcon,
  ListIcon,
  ListOrderedIcon,
  Redo2Icon,
  Undo2Icon,
} from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { MergeChipBar } from './ChipBar.tsx'
import type { EditorMode } from './extensions.ts'
import type { InsertableField } from './insertable.ts'
import { LinkDialog } from './LinkDialog.tsx'
import { mergeFieldCode } from './merge-text.ts'
import './editor.css'

type Props = { editor: Editor; mode: EditorMode; fields: readonly InsertableField[]; label: string }

/** Shows the editor's buttons, which Tab and then arrow keys reach, and the options of the selected merge field. */
export function EditorToolbar({ editor, mode, fields, label }: Props) {
  const t = useT()
  const [linking, setLinking] = useState<{ href: string; text: string }>()
  const { chip, link } = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      chip: current.isActive('chip') ? String(current.getAttributes('chip').code) : undefined,
      link: current.isActive('link') ? String(current.getAttributes('link').href) : undefined,
    }),
  })
  const links = fields.filter(({ Kind }) => Kind === 'link')
  return (
    <>
      <div
        className="carat-editor-tools"
        role="toolbar"
        tabIndex={-1}
        aria-label={t('messages:editor.toolbar', { name: label })}
        onKeyDown={moveFocus}
      >
        {mode === 'rich' && <Formats editor={editor} />}
        {mode === 'rich' && (
          <Tool
            label={t('messages:editor.link')}
            icon={<LinkIcon aria-hidden />}
            on={link !== undefined}
            run={() => setLinking({ href: link ?? '', text: selectedText(editor) })}
          />
        )}
        <FieldMenu
          fields={fields}
          mode={mode}
          first={mode !== 'rich'}
          onInsert={(field) => {
            // A merge field whose value is an address becomes a link with a text.
            if (mode === 'rich' && field.Kind === 'link')
              setLinking({ href: mergeFieldCode(field.Name), text: field.label })
            else insert(editor, field, mode)
          }}
        />
        {mode !== 'line' && <UndoRedo editor={editor} />}
      </div>
      {chip !== undefined && <MergeChipBar key={chip} editor={editor} code={chip} fields={fields} />}
      {linking && <LinkDialog editor={editor} links={links} initial={linking} onClose={() => setLinking(undefined)} />}
    </>
  )
}

const selectedText = ({ state: { doc, selection } }: Editor) => doc.textBetween(selection.from, selection.to, ' ')

function insert(editor: Editor, { Name, Kind, Fields }: InsertableField, mode: EditorMode) {
  const codes =
    Kind === 'list'
      ? [`{% for item in ${Name} %}`, ...Fields.slice(0, 1).map((field) => `{{ item.${field} }}`), '{% endfor %}']
      : [mergeFieldCode(Name)]
  const content = codes.map((code) => ({ type: 'chip', attrs: { code } }))
  const after = mode === 'line' || Kind === 'list' ? [] : [{ type: 'text', text: ' ' }]
  editor
    .chain()
    .focus()
    .insertContent([...content, ...after])
    .run()
}

function Formats({ editor }: { editor: Editor }) {
  const t = useT()
  const on = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      bold: current.isActive('bold'),
      italic: current.isActive('italic'),
      title: current.isActive('heading', { level: 1 }),
      heading: current.isActive('heading', { level: 2 }),
      bullets: current.isActive('bulletList'),
      numbers: current.isActive('orderedList'),
    }),
  })
  const act = () => editor.chain().focus()
  return (
    <>
      <Tool
        first
        label={t('messages:editor.bold')}
        icon={<BoldIcon aria-hidden />}
        on={on.bold}
        run={() => act().toggleBold().run()}
      />
      <Tool
        label={t('messages:editor.italic')}
        icon={<ItalicIcon aria-hidden />}
        on={on.italic}
        run={() => act().toggleItalic().run()}
      />
      <Tool
        label={t('messages:editor.title')}
        icon={<Heading1Icon aria-hidden />}
        on={on.title}
        run={() => act().toggleHeading({ level: 1 }).run()}
      />
      <Tool
        label={t('messages:editor.heading')}
        icon={<Heading2Icon aria-hidden />}
        on={on.heading}
        run={() => act().toggleHeading({ level: 2 }).run()}
      />
      <Tool
        label={t('messages:editor.bullets')}
        icon={<ListIcon aria-hidden />}
        on={on.bullets}
        run={() => act().toggleBulletList().run()}
      />
      <Tool
        label={t('messages:editor.numbers')}
        icon={<ListOrderedIcon aria-hidden />}
        on={on.numbers}
        run={() => act().toggleOrderedList().run()}
      />
    </>
  )
}

function UndoRedo({ editor }: { editor: Editor }) {
  const t = useT()
  const can = useEditorState({
    editor,
    selector: ({ editor: current }) => ({ undo: current.can().undo(), redo: current.can().redo() }),
  })
  return (
    <>
      <Tool
        label={t('messages:editor.undo')}
        icon={<Undo2Icon aria-hidden className="carat-mirrored" />}
        off={!can.undo}
        run={() => editor.chain().focus().undo().run()}
      />
      <Tool
        label={t('messages:editor.redo')}
        icon={<Redo2Icon aria-hidden className="carat-mirrored" />}
        off={!can.redo}
        run={() => editor.chain().focus().redo().run()}
      />
    </>
  )
}

type ToolProps = { label: string; icon: ReactNode; run: () => void; on?: boolean; off?: boolean; first?: boolean }

/** A tool button. Disabled tools stay reachable by arrow keys. */
const Tool = ({ label, icon, run, on, off = false, first = false }: ToolProps) => (
  <Tooltip title={label}>
    <Button
      type="text"
      size="small"
      icon={icon}
      aria-label={label}
      aria-disabled={off}
      className={off ? 'carat-button-off' : undefined}
      tabIndex={first ? 0 : -1}
      {...(on !== undefined && { 'aria-pressed': on })}
      // The mouse button must not move the caret out of the editor.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => !off && run()}
    />
  </Tooltip>
)

type MenuFields = {
  fields: readonly InsertableField[]
  mode: EditorMode
  first: boolean
  onInsert: (field: InsertableField) => void
}

function FieldMenu({ fields, mode, first, onInsert }: MenuFields) {
  const t = useT()
  const available = fields.filter(({ Kind }) => mode !== 'line' || (Kind !== 'list' && Kind !== 'link'))
  const groups = [...new Set(available.map(({ group }) => group))]
  const items: MenuProps['items'] = groups.map((group) => ({
    key: `group ${group}`,
    type: 'group',
    label: group,
    children: available
      .filter((field) => field.group === group)
      .map((field) => ({ key: field.Name, label: field.label })),
  }))
  return (
    <Dropdown
      trigger={['click']}
      autoFocus
      menu={{
        items,
        style: { maxHeight: 360, overflowY: 'auto' },
        onClick: ({ key }) => {
          const field = available.find(({ Name }) => Name === key)
          if (field) onInsert(field)
        },
      }}
    >
      <Button type="text" size="small" icon={<BracesIcon aria-hidden />} tabIndex={first ? 0 : -1} aria-haspopup="menu">
        {t('messages:editor.insert')}
      </Button>
    </Dropdown>
  )
}

/** Moves the focus between the buttons in reading direction. Tab returns to the button that was focused last. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>(':scope > button')]
  const position = buttons.indexOf(document.activeElement as HTMLElement)
  if (position < 0) return
  const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  const backward = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft'
  const next = { [forward]: position + 1, [backward]: position - 1, Home: 0, End: buttons.length - 1 }[event.key]
  const button = next === undefined ? undefined : buttons[(next + buttons.length) % buttons.length]
  if (!button) return
  event.preventDefault()
  for (const each of buttons) each.tabIndex = each === button ? 0 : -1
  button.focus()
}
