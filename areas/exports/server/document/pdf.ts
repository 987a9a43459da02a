import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import Document from 'pdfkit'
import { type Cell, type CellKind, dateText } from '../spreadsheet/cells.ts'
import { asTyped } from '../spreadsheet/harmless.ts'
import type { SheetOptions, SheetWriter } from '../spreadsheet/writer.ts'
import { type Faces, FIGURES, facesFor, type Language, type Weight } from './faces.ts'
import { type Measure, piecesOf, share, wrap } from './wrap.ts'

// A LIST ON PAPER: what it is and what was asked for, its totals, its rows under a head that every sheet repeats. It is laid out once all of
// its rows are known, so it is for lists that somebody reads, not for books.

/** Points of the page. */
const MARGIN = 34
const FOOT = 22
const TITLE = 15
const ABOUT = 8
const ROW_SIZES = [8.5, 7.5, 6.5] as const
const SIZE_LEAST = 5.5
/** How much of a long word, and of a long text, a column gives room to in one line, in letters’ heights. */
const WORD_MOST = 14
const LINE_MOST = 34
const LINE = 1.3
const PAD = { across: 4, along: 2.5 }
const GREY = '#5f6368'
const RULE = '#d0d3d8'
/** So many columns fit beside each other on an upright sheet. */
const UPRIGHT_COLUMNS = 5
/** Rows between which other work of the server gets its turn. */
const TURN = 10

export function pdfWriter({ path, title, columns, now, language }: SheetOptions): SheetWriter {
  const file = createWriteStream(path, { mode: 0o600, flags: 'wx' })
  const written = finished(file)
  written.catch(() => {})
  file.on('error', () => {})
  const write = textOf(language)
  const rows: string[][] = []
  return {
    row: (cells) => void rows.push(cells.map((cell, place) => write(cell, columns[place]!.kind))),
    written: async () => {},
    async end(about, totals) {
      const heads = columns.map(({ label }) => label)
      const lines = about.map(([name, value]) => [write(name ?? null, 'text'), write(value ?? null, 'text')] as const)
      const sums = totals?.map((cell, place) => (cell ? write(cell, columns[place]?.kind ?? 'text') : ''))
      const faces = await facesFor(language, {
        text: [...rows.flat(), ...lines.flat(), '0123456789/–'],
        strong: [title, ...heads, ...lines.flat(), ...(sums ?? [])],
      })
      const upright = columns.length <= UPRIGHT_COLUMNS
      const doc = new Document({
        size: 'A4',
        layout: upright ? 'portrait' : 'landscape',
        margin: MARGIN,
        bufferPages: true,
        lang: language,
        info: { Title: title, Creator: 'Carat', Producer: 'Carat', CreationDate: now, ModDate: now },
      })
      doc.pipe(file)
      const pen = penOf(doc, faces)
      drawHead(pen, title, lines)
      await drawTable(pen, { heads, rows, sums, figures: columns.map(({ kind }) => isFigure(kind)) })
      drawFoots(pen, title)
      doc.end()
      await written
    },
    abandon: () => void file.destroy(),
  }
}

const isFigure = (kind: CellKind) => kind === 'money' || kind === 'points' || kind === 'number'

/** Figures as each screen writes them, texts as they are in the books. */
function textOf(language: Language) {
  const [group, decimal] = language === 'fr' ? ['\u00a0', ','] : [',', '.']
  const grouped = (exact: string, decimals: number | undefined) => {
    const [whole = '0', fraction = ''] = exact.replace('-', '').split('.')
    const rest = decimals === undefined ? fraction : fraction.padEnd(decimals, '0')
    return `${exact.startsWith('-') ? '−' : ''}${whole.replace(/\B(?=(\d{3})+$)/g, () => group!)}${rest ? decimal + rest : ''}`
  }
  return (cell: Cell, kind: CellKind): string => {
    if (cell === null) return '–'
    if (cell.type === 'text') return asTyped(cell.text).replace(/\s+/g, ' ').trim()
    if (cell.type === 'number') return grouped(cell.exact, kind === 'money' ? 2 : undefined)
    return dateText(cell.wall, cell.type === 'instant')
  }
}

type Pen = {
  doc: PDFKit.PDFDocument
  /** Where the next thing stands. */
  y: number
  width: number
  measure: (weight: Weight, size: number) => Measure
  /** Writes a line with its foot at `y + size`; `end` is where it ends, for figures. */
  write: (text: string, at: { x: number; end?: number; size: number; weight?: Weight; colour?: string }) => void
  rule: (colour: string) => void
  bottom: number
}

function penOf(doc: PDFKit.PDFDocument, faces: Faces): Pen {
  for (const [name, font] of faces.fonts) doc.registerFont(name, font)
  const advances = { text: new Map<string, number>(), strong: new Map<string, number>() }
  const advance = (letter: string, weight: Weight) => {
    const known = advances[weight].get(letter)
    if (known !== undefined) return known
    const [run] = faces.runsOf(letter, weight)
    const width =
      doc
        .font(run!.font)
        .fontSize(1000)
        .widthOfString(run!.text, { features: [FIGURES] }) / 1000
    advances[weight].set(letter, width)
    return width
  }
  const measure =
    (weight: Weight, size: number): Measure =>
    (text) => {
      let width = 0
      for (const letter of text) width += advance(letter, weight)
      return width * size
    }
  const pen: Pen = {
    doc,
    y: MARGIN,
    width: doc.page.width - 2 * MARGIN,
    bottom: doc.page.height - MARGIN - FOOT,
    measure,
    write(text, { x, end, size, weight = 'text', colour = '#000000' }) {
      let left = end === undefined ? x : end - measure(weight, size)(text)
      doc.fillColor(colour).fontSize(size)
      for (const run of faces.runsOf(text, weight)) {
        doc
          .font(run.font)
          .text(run.text, left, pen.y + size, { lineBreak: false, baseline: 'alphabetic', features: [FIGURES] })
        left += measure(weight, size)(run.text)
      }
    },
    rule(colour) {
      doc
        .moveTo(MARGIN, pen.y)
        .lineTo(MARGIN + pen.width, pen.y)
        .lineWidth(0.5)
        .strokeColor(colour)
        .stroke()
    },
  }
  return pen
}

/** What it is, and what its about page would say. */
function drawHead(pen: Pen, title: string, about: readonly (readonly [string, string])[]) {
  for (const line of wrap(title, pen.width, pen.measure('strong', TITLE))) {
    pen.write(line, { x: MARGIN, size: TITLE, weight: 'strong' })
    pen.y += TITLE * LINE
  }
  pen.y += 6
  const columns = 3
  const each = pen.width / columns
  const left = pen.y
  const strong = pen.measure('strong', ABOUT)
  const plain = pen.measure('text', ABOUT)
  let lowest = left
  for (let start = 0; start < about.length; start += columns) {
    const top = lowest
    about.slice(start, start + columns).forEach(([name, value], place) => {
      pen.y = top
      const x = MARGIN + place * each
      const nameWidth = strong(name) + 6
      pen.write(name, { x, size: ABOUT, weight: 'strong', colour: GREY })
      for (const line of wrap(value, Math.max(each - nameWidth - 10, 40), plain)) {
        pen.write(line, { x: x + nameWidth, size: ABOUT })
        pen.y += ABOUT * LINE
      }
      lowest = Math.max(lowest, pen.y)
    })
  }
  pen.y = lowest + 10
}

type Table = { heads: string[]; rows: string[][]; sums: string[] | undefined; figures: boolean[] }

async function drawTable(pen: Pen, { heads, rows, sums, figures }: Table) {
  const { size, widths } = columnsOf(pen, { heads, rows, sums, figures })
  const plain = pen.measure('text', size)
  const strong = pen.measure('strong', size)
  const step = size * LINE
  const line = (cells: readonly string[], weight: Weight) => {
    const measure = weight === 'strong' ? strong : plain
    const wrapped = cells.map((cell, place) => wrap(cell, widths[place]! - 2 * PAD.across, measure))
    return { weight, wrapped, height: Math.max(1, ...wrapped.map(({ length }) => length)) * step + 2 * PAD.along }
  }
  const draw = ({ weight, wrapped, height }: ReturnType<typeof line>) => {
    const top = pen.y
    let x = MARGIN
    wrapped.forEach((lines, place) => {
      const end = x + widths[place]!
      lines.forEach((text, row) => {
        pen.y = top + PAD.along + row * step
        pen.write(text, {
          x: x + PAD.across,
          ...(figures[place] && { end: end - PAD.across }),
          size,
          weight,
          ...(text === '–' && { colour: GREY }),
        })
      })
      x = end
    })
    pen.y = top + height
  }
  const head = line(heads, 'strong')
  const drawHeads = () => {
    draw(head)
    pen.rule('#000000')
  }
  const place = (made: ReturnType<typeof line>) => {
    if (pen.y + made.height > pen.bottom) {
      pen.doc.addPage()
      pen.y = MARGIN
      drawHeads()
    }
    draw(made)
  }
  drawHeads()
  for (const [at, row] of rows.entries()) {
    place(line(row, 'text'))
    pen.rule(RULE)
    if (at % TURN === TURN - 1) await new Promise((next) => setImmediate(next))
  }
  if (!sums) return
  const made = line(sums, 'strong')
  pen.rule('#000000')
  place(made)
}

/** The largest letters with which no word needs cutting, and how wide each column is then. */
function columnsOf(pen: Pen, { heads, rows, sums, figures }: Table) {
  const strong = pen.measure('strong', 1)
  const plain = pen.measure('text', 1)
  // With letters of one point; all but the blank beside them grows with the letters.
  const needs = heads.map((head, place) => {
    const texts = [
      ...rows.map((row) => [row[place]!, plain] as const),
      [head, strong] as const,
      ...(sums ? [[sums[place]!, strong] as const] : []),
    ]
    const widest = (of: (text: string) => string[]) =>
      texts.reduce((most, [text, measure]) => Math.max(most, ...of(text).map(measure)), 0)
    const whole = widest((text) => [text])
    const words = widest(piecesOf)
    // Figures stand in one line; a word longer than this may be cut.
    return figures[place]
      ? { least: widest((text) => (text === head ? piecesOf(text) : [text])), most: whole }
      : { least: Math.min(words, WORD_MOST), most: Math.min(whole, LINE_MOST) }
  })
  const needsAt = (size: number) =>
    needs.map(({ least, most }) => ({ least: least * size + 2 * PAD.across, most: most * size + 2 * PAD.across }))
  const fits = (size: number) => needsAt(size).reduce((total, { least }) => total + least, 0) <= pen.width
  const size = ROW_SIZES.find(fits) ?? SIZE_LEAST
  return { size, widths: share(needsAt(size), pen.width) }
}

/** Whose list it is and which sheet of how many. */
function drawFoots(pen: Pen, title: string) {
  const { start, count } = pen.doc.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    pen.doc.switchToPage(page)
    pen.y = pen.doc.page.height - MARGIN - ABOUT
    // Below the margin the library would begin another page.
    pen.doc.page.margins.bottom = 0
    pen.write(title, { x: MARGIN, size: ABOUT, weight: 'strong', colour: GREY })
    pen.write(`${page - start + 1} / ${count}`, { x: 0, end: MARGIN + pen.width, size: ABOUT, colour: GREY })
  }
}
