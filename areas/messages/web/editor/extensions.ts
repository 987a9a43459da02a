import { type Extensions, Node, nodeInputRule, nodePasteRule } from '@tiptap/core'
import StarterKit from '@tiptap/starter-kit'

/** `line` is a subject, `plain` an SMS and `rich` an e-mail body. */
export type EditorMode = 'line' | 'plain' | 'rich'

/** The label, fallback, title and kind of a merge field in the editor. */
export type MergeChipTexts = {
  label: string
  more?: string | undefined
  title: string
  tone: 'field' | 'rule' | 'unknown'
}

/** A merge field as a node that the editor treats as one character. */
const chip = (wordsOf: (code: string) => MergeChipTexts) =>
  Node.create({
    name: 'chip',
    group: 'inline',
    inline: true,
    atom: true,
    draggable: true,
    addAttributes: () => ({
      code: {
        default: '',
        parseHTML: (element) => element.getAttribute('data-chip') ?? '',
        renderHTML: ({ code }) => ({ 'data-chip': code }),
      },
    }),
    parseHTML: () => [{ tag: 'span[data-chip]' }],
    renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes],
    renderText: ({ node }) => String(node.attrs.code),
    addNodeView:
      () =>
      ({ node }) => {
        const { label, more, title, tone } = wordsOf(String(node.attrs.code))
        const dom = document.createElement('span')
        dom.className = `carat-field-chip carat-field-chip-${tone}`
        dom.title = title
        dom.setAttribute('role', 'img')
        dom.setAttribute('aria-label', title)
        dom.append(label)
        if (more) {
          const second = document.createElement('small')
          second.append(more)
          dom.append(second)
        }
        const mark = (on: boolean) => dom.classList.toggle('carat-field-chip-marked', on)
        return { dom, selectNode: () => mark(true), deselectNode: () => mark(false) }
      },
    // Liquid that the user types or pastes becomes a merge field.
    addInputRules() {
      const rule = (find: RegExp) => nodeInputRule({ find, type: this.type, getAttributes: ([, code]) => ({ code }) })
      return [rule(/(\{\{[^{}]+\}\})$/), rule(/(\{%[^{}]+%\})$/)]
    },
    addPasteRules() {
      return [
        nodePasteRule({
          find: /(\{\{[^{}]+\}\}|\{%[^{}]+%\})/g,
          type: this.type,
          getAttributes: ([, code]) => ({ code }),
        }),
      ]
    },
  })

const oneLine = Node.create({ name: 'doc', topNode: true, content: 'paragraph' })

/** Only Shift+Enter adds a line break, because Ctrl+Enter saves the form. */
const lineBreak = Node.create({
  name: 'hardBreak',
  inline: true,
  group: 'inline',
  selectable: false,
  linebreakReplacement: true,
  parseHTML: () => [{ tag: 'br' }],
  renderHTML: () => ['br'],
  renderText: () => '\n',
  addKeyboardShortcuts() {
    return { 'Shift-Enter': () => this.editor.commands.insertContent({ type: 'hardBreak' }) }
  },
})

/** Accepts web, mail and telephone addresses, and merge fields, as targets of links. */
export const isLinkTarget = (address: string) => {
  if (/^\{\{\s*\w+\s*\}\}$/.test(address)) return true
  const withoutFields = address.replace(/\{\{[^{}]*\}\}/g, 'x')
  return /^(https?:\/\/[^\s/.]+\.\S+|mailto:[^\s@]+@[^\s@]+|tel:\+?[\d\s()-]+)$/i.test(withoutFields)
}

const unusedExtensions = {
  blockquote: false,
  code: false,
  codeBlock: false,
  hardBreak: false,
  horizontalRule: false,
  strike: false,
  underline: false,
} as const

const plainOptions = {
  ...unusedExtensions,
  bold: false,
  bulletList: false,
  dropcursor: false,
  gapcursor: false,
  heading: false,
  italic: false,
  link: false,
  listItem: false,
  listKeymap: false,
  orderedList: false,
  trailingNode: false,
} as const

export function createEditorExtensions(mode: EditorMode, wordsOf: (code: string) => MergeChipTexts): Extensions {
  const chips = chip(wordsOf)
  if (mode === 'line') return [oneLine, StarterKit.configure({ ...plainOptions, document: false }), chips]
  if (mode === 'plain') return [StarterKit.configure(plainOptions), chips]
  return [
    StarterKit.configure({
      ...unusedExtensions,
      heading: { levels: [1, 2] },
      link: {
        openOnClick: false,
        autolink: false,
        linkOnPaste: true,
        defaultProtocol: 'https',
        HTMLAttributes: { target: null, rel: null },
        isAllowedUri: isLinkTarget,
      },
      trailingNode: false,
    }),
    lineBreak,
    chips,
  ]
}
