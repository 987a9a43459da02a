// Stored texts contain merge fields as Liquid code, and the editor shows each merge field as a chip.
// The functions in this file convert stored texts to editor texts and editor texts to stored texts.

/** The Liquid code of a chip: `{{ PreferredName | default: "friend" }}`, or a condition, `{% if PointsExpiring %}`. */
export type MergeChip = { code: string }
export type TemplateTextPiece = string | MergeChip

const CODE = /\{\{.*?\}\}|\{%.*?%\}/g
const NAME = /^\{\{-?\s*(?:item\.)?(\w+)/
const FALLBACK = /\|\s*default:\s*(?:"([^"]*)"|'([^']*)')/

/** Splits a plain text into fixed text and chips. */
export function splitIntoTextsAndChips(text: string): TemplateTextPiece[] {
  const pieces: TemplateTextPiece[] = []
  let end = 0
  for (const { 0: code, index } of text.matchAll(CODE)) {
    if (index > end) pieces.push(text.slice(end, index))
    pieces.push({ code })
    end = index + code.length
  }
  if (end < text.length) pieces.push(text.slice(end))
  return pieces
}

/** Returns the name of a merge field; undefined for conditions. */
export const mergeFieldName = (code: string) => NAME.exec(code)?.[1]

/** Returns the fallback text of a merge field, if it has one. */
export const fallbackTextOfMergeField = (code: string) => {
  const [, double, single] = FALLBACK.exec(code) ?? []
  return double ?? single
}

/** Returns the words of a condition or loop without its delimiters. */
export const conditionTextOfTag = (code: string) => code.replace(/^\{[{%]-?\s*|\s*-?[}%]\}$/g, '')

/** Removes the characters that would end the Liquid code of a chip. */
const withoutDelimiters = (typed: string) => typed.replace(/["'<>{}&|%]/g, '')

export const mergeFieldCode = (name: string, fallback = '') =>
  withoutDelimiters(fallback) ? `{{ ${name} | default: "${withoutDelimiters(fallback)}" }}` : `{{ ${name} }}`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const encodeHtml = (text: string) => text.replace(/[&<>"]/g, (letter) => ENTITIES[letter]!)
const decodeHtml = (text: string) =>
  text
    .replace(/&(?:quot|#34);/g, '"')
    .replace(/&(?:#39|apos);/g, "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replace(/&nbsp;|\u00a0/g, ' ')
    .replaceAll('&amp;', '&')

/** Converts stored HTML to the editor's HTML: merge fields between tags become elements for chips. */
export const toEditorHtml = (html: string) =>
  html.replace(/<[^>]*>|[^<]+/g, (part) =>
    part.startsWith('<')
      ? part
      : part.replace(CODE, (code) => `<span data-chip="${encodeHtml(decodeHtml(code))}"></span>`),
  )

/** Converts the editor's HTML to stored HTML: the elements of chips become Liquid again. */
export const toStoredHtml = (html: string) =>
  html.replace(/<span data-chip="([^"]*)"><\/span>/g, (_, code: string) =>
    decodeHtml(code).replace(/[&<>]/g, (letter) => ENTITIES[letter]!),
  )

export type EditorDocumentNode = {
  type: string
  text?: string
  attrs?: Record<string, unknown>
  content?: EditorDocumentNode[]
}

/** Converts plain text to the document of the editor, one paragraph per line. */
export const toEditorDocument = (text: string): EditorDocumentNode => ({
  type: 'doc',
  content: text.split('\n').map((line) => ({
    type: 'paragraph',
    content: splitIntoTextsAndChips(line).map((piece) =>
      typeof piece === 'string' ? { type: 'text', text: piece } : { type: 'chip', attrs: piece },
    ),
  })),
})

/** Converts the document of the editor to plain text. */
export const editorDocumentToText = ({ content = [] }: EditorDocumentNode): string =>
  content.map(({ content: line = [] }) => line.map(nodeText).join('')).join('\n')

const nodeText = ({ type, text = '', attrs }: EditorDocumentNode) => {
  if (type === 'chip') return String(attrs?.code)
  return type === 'hardBreak' ? '\n' : text
}
