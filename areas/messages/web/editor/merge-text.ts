// A stored text holds what is filled in for each customer as Liquid writes it. The editor shows each of these places as a
// chip, which is there as a whole or not at all; both ways between the two stand here.

/** What a chip stands for: `{{ PreferredName | default: "friend" }}`, or a condition, `{% if PointsExpiring %}`. */
export type Chip = { code: string }
export type Piece = string | Chip

const CODE = /\{\{.*?\}\}|\{%.*?%\}/g
const NAME = /^\{\{-?\s*(?:item\.)?(\w+)/
const FALLBACK = /\|\s*default:\s*(?:"([^"]*)"|'([^']*)')/

/** A plain text taken apart: what is written, and what is filled in. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: code, index } of text.matchAll(CODE)) {
    if (index > end) pieces.push(text.slice(end, index))
    pieces.push({ code })
    end = index + code.length
  }
  if (end < text.length) pieces.push(text.slice(end))
  return pieces
}

/** The name that a chip fills in; of a condition none. */
export const nameOf = (code: string) => NAME.exec(code)?.[1]

/** What stands there for customers without a value, if it is a text. */
export const fallbackIn = (code: string) => {
  const [, double, single] = FALLBACK.exec(code) ?? []
  return double ?? single
}

/** The words of a condition or a list, without what Liquid wraps around them. */
export const wordsIn = (code: string) => code.replace(/^\{[{%]-?\s*|\s*-?[}%]\}$/g, '')

/** What would end the chip before its end is no part of it. */
const plain = (typed: string) => typed.replace(/["'<>{}&|%]/g, '')

export const chipOf = (name: string, fallback = '') =>
  plain(fallback) ? `{{ ${name} | default: "${plain(fallback)}" }}` : `{{ ${name} }}`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const encoded = (text: string) => text.replace(/[&<>"]/g, (letter) => ENTITIES[letter]!)
const decoded = (text: string) =>
  text
    .replace(/&(?:quot|#34);/g, '"')
    .replace(/&(?:#39|apos);/g, "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replace(/&nbsp;|\u00a0/g, ' ')
    .replaceAll('&amp;', '&')

/** HTML for the editor: what is filled in between its tags becomes the element that the editor draws as a chip. */
export const withChips = (html: string) =>
  html.replace(/<[^>]*>|[^<]+/g, (part) =>
    part.startsWith('<') ? part : part.replace(CODE, (code) => `<span data-chip="${encoded(decoded(code))}"></span>`),
  )

/** HTML of the editor, with its chips as Liquid again. */
export const withoutChips = (html: string) =>
  html.replace(/<span data-chip="([^"]*)"><\/span>/g, (_, code: string) =>
    decoded(code).replace(/[&<>]/g, (letter) => ENTITIES[letter]!),
  )

export type DocumentNode = {
  type: string
  text?: string
  attrs?: Record<string, unknown>
  content?: DocumentNode[]
}

/** A plain text as the editor's document: a paragraph a line. */
export const documentOf = (text: string): DocumentNode => ({
  type: 'doc',
  content: text.split('\n').map((line) => ({
    type: 'paragraph',
    content: piecesOf(line).map((piece) =>
      typeof piece === 'string' ? { type: 'text', text: piece } : { type: 'chip', attrs: piece },
    ),
  })),
})

/** The plain text of such a document. */
export const plainTextOf = ({ content = [] }: DocumentNode): string =>
  content.map(({ content: line = [] }) => line.map(written).join('')).join('\n')

const written = ({ type, text = '', attrs }: DocumentNode) => {
  if (type === 'chip') return String(attrs?.code)
  return type === 'hardBreak' ? '\n' : text
}
