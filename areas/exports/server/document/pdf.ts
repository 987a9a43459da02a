import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import Document from 'pdfkit'
import { formatCellDate, type SheetCell, type SheetCellKind } from '../spreadsheet/cells.ts'
import { unescapeSpreadsheetFormula } from '../spreadsheet/escape-formula.ts'
import type { SheetOptions, SheetWriter } from '../spreadsheet/writer.ts'
import {
  type DocumentFontLanguage,
  type DocumentFonts,
  type DocumentFontWeight,
  loadDocumentFonts,
  TABULAR_FIGURES_FONT_FEATURE,
} from './fonts.ts'
import { distributeColumnWidths, type MeasureTextWidth, splitIntoBreakablePieces, wrapText } from './wrap.ts'

// A PDF contains the title, description and totals of a list, and its rows under a header on every page.
// The layout of a PDF needs all rows at once, so the number of rows is limited.

/** The margin of a PDF page in points (1/72 inch), like all measures of the page. */
const MARGIN = 34
const FOOT = 22
const TITLE = 15
const ABOUT = 8
const ROW_SIZES = [8.5, 7.5, 6.5] as const
const ROW_SIZE_MIN = 5.5
/** The maximum width of a column for a long word and for a long text, in multiples of the font size. */
const WORD_WIDTH_MAX = 14
const LINE_WIDTH_MAX = 34
const LINE = 1.3
const PAD = { across: 4, along: 2.5 }
const GREY = '#5f6368'
const RULE = '#d0d3d8'
/** A list with at most this many columns is printed in portrait. */
const UPRIGHT_COLUMNS = 5
/** The number of rows after which the writer lets other work of the process run. */
const YIELD_EVERY_ROWS = 10

export function createPdfWriter({ path, title, columns, now, language }: SheetOptions): SheetWriter {
  const file = createWriteStream(path, { mode: 0o600, flags: 'wx' })
  const fileFinished = finished(file)
  fileFinished.catch(() => {})
  file.on('error', () => {})
  const write = textOf(language)
  const rows: string[][] = []
  return {
    row: (cells) => void rows.push(cells.map((cell, index) => write(cell, columns[index]!.kind))),
    written: async () => {},
    async end(about, totals) {
      const heads = columns.map(({ label }) => label)
      const lines = about.map(([name, value]) => [write(name ?? null, 'text'), write(value ?? null, 'text')] as const)
      const sums = totals?.map((cell, index) => (cell ? write(cell, columns[index]?.kind ?? 'text') : ''))
      const faces = await loadDocumentFonts(language, {
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
      drawFooters(pen, title)
      doc.end()
      await fileFinished
    },
    abandon: () => void file.destroy(),
  }
}

const isFigure = (kind: SheetCellKind) => kind === 'money' || kind === 'points' || kind === 'number'

/** Formats numbers of the PDF as on the screen, and texts as stored. */
function textOf(language: DocumentFontLanguage) {
  const [group, decimal] = language === 'fr' ? ['\u00a0', ','] : [',', '.']
  const grouped = (exact: string, decimals: number | undefined) => {
    const [whole = '0', fraction = ''] = exact.replace('-', '').split('.')
    const paddedFraction = decimals === undefined ? fraction : fraction.padEnd(decimals, '0')
    return `${exact.startsWith('-') ? '−' : ''}${whole.replace(/\B(?=(\d{3})+$)/g, () => group!)}${paddedFraction ? decimal + paddedFraction : ''}`
  }
  return (cell: SheetCell, kind: SheetCellKind): string => {
    if (cell === null) return '–'
    if (cell.type === 'text') return unescapeSpreadsheetFormula(cell.text).replace(/\s+/g, ' ').trim()
    if (cell.type === 'number') return grouped(cell.exact, kind === 'money' ? 2 : undefined)
    return formatCellDate(cell.wall, cell.type === 'instant')
  }
}

type Pen = {
  doc: PDFKit.PDFDocument
  /** The vertical position at which the next element of the page is drawn. */
  y: number
  width: number
  measure: (weight: DocumentFontWeight, size: number) => MeasureTextWidth
  /** Writes a line of text with its baseline at `y + size`. Numbers are aligned to the right edge `end`. */
  write: (
    text: string,
    at: { x: number; end?: number; size: number; weight?: DocumentFontWeight; colour?: string },
  ) => void
  rule: (colour: string) => void
  bottom: number
}

function penOf(doc: PDFKit.PDFDocument, faces: DocumentFonts): Pen {
  for (const [name, font] of faces.fonts) doc.registerFont(name, font)
  const advances = { text: new Map<string, number>(), strong: new Map<string, number>() }
  const advance = (letter: string, weight: DocumentFontWeight) => {
    const cachedWidth = advances[weight].get(letter)
    if (cachedWidth !== undefined) return cachedWidth
    const [run] = faces.runsOf(letter, weight)
    const width =
      doc
        .font(run!.font)
        .fontSize(1000)
        .widthOfString(run!.text, { features: [TABULAR_FIGURES_FONT_FEATURE] }) / 1000
    advances[weight].set(letter, width)
    return width
  }
  const measure =
    (weight: DocumentFontWeight, size: number): MeasureTextWidth =>
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
        doc.font(run.font).text(run.text, left, pen.y + size, {
          lineBreak: false,
          baseline: 'alphabetic',
          features: [TABULAR_FIGURES_FONT_FEATURE],
        })
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

/** Draws the title and the description of the list. */
function drawHead(pen: Pen, title: string, about: readonly (readonly [string, string])[]) {
  for (const line of wrapText(title, pen.width, pen.measure('strong', TITLE))) {
    pen.write(line, { x: MARGIN, size: TITLE, weight: 'strong' })
    pen.y += TITLE * LINE
  }
  pen.y += 6
  const columns = 3
  const columnWidth = pen.width / columns
  const left = pen.y
  const strong = pen.measure('strong', ABOUT)
  const plain = pen.measure('text', ABOUT)
  let lowest = left
  for (let start = 0; start < about.length; start += columns) {
    const top = lowest
    about.slice(start, start + columns).forEach(([name, value], index) => {
      pen.y = top
      const x = MARGIN + index * columnWidth
      const nameWidth = strong(name) + 6
      pen.write(name, { x, size: ABOUT, weight: 'strong', colour: GREY })
      for (const line of wrapText(value, Math.max(columnWidth - nameWidth - 10, 40), plain)) {
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
  const line = (cells: readonly string[], weight: DocumentFontWeight) => {
    const measure = weight === 'strong' ? strong : plain
    const wrapped = cells.map((cell, index) => wrapText(cell, widths[index]! - 2 * PAD.across, measure))
    return { weight, wrapped, height: Math.max(1, ...wrapped.map(({ length }) => length)) * step + 2 * PAD.along }
  }
  const draw = ({ weight, wrapped, height }: ReturnType<typeof line>) => {
    const top = pen.y
    let x = MARGIN
    wrapped.forEach((lines, index) => {
      const end = x + widths[index]!
      lines.forEach((text, row) => {
        pen.y = top + PAD.along + row * step
        pen.write(text, {
          x: x + PAD.across,
          ...(figures[index] && { end: end - PAD.across }),
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
  const drawWithPageBreak = (row: ReturnType<typeof line>) => {
    if (pen.y + row.height > pen.bottom) {
      pen.doc.addPage()
      pen.y = MARGIN
      drawHeads()
    }
    draw(row)
  }
  drawHeads()
  for (const [at, row] of rows.entries()) {
    drawWithPageBreak(line(row, 'text'))
    pen.rule(RULE)
    if (at % YIELD_EVERY_ROWS === YIELD_EVERY_ROWS - 1) await new Promise((next) => setImmediate(next))
  }
  if (!sums) return
  const totalsLine = line(sums, 'strong')
  pen.rule('#000000')
  drawWithPageBreak(totalsLine)
}

/** Chooses the largest font size at which no word is cut, and the width of each column at that size. */
function columnsOf(pen: Pen, { heads, rows, sums, figures }: Table) {
  const strong = pen.measure('strong', 1)
  const plain = pen.measure('text', 1)
  // Text is measured at a font size of one point, because everything except the padding scales with the size.
  const needs = heads.map((head, index) => {
    const texts = [
      ...rows.map((row) => [row[index]!, plain] as const),
      [head, strong] as const,
      ...(sums ? [[sums[index]!, strong] as const] : []),
    ]
    const widestPart = (split: (text: string) => string[]) =>
      texts.reduce((widest, [text, measure]) => Math.max(widest, ...split(text).map(measure)), 0)
    const whole = widestPart((text) => [text])
    const words = widestPart(splitIntoBreakablePieces)
    // Numbers are never broken across lines. A word above the maximum width may be cut.
    return figures[index]
      ? { min: widestPart((text) => (text === head ? splitIntoBreakablePieces(text) : [text])), max: whole }
      : { min: Math.min(words, WORD_WIDTH_MAX), max: Math.min(whole, LINE_WIDTH_MAX) }
  })
  const needsAt = (size: number) =>
    needs.map(({ min, max }) => ({ min: min * size + 2 * PAD.across, max: max * size + 2 * PAD.across }))
  const fits = (size: number) => needsAt(size).reduce((total, { min }) => total + min, 0) <= pen.width
  const size = ROW_SIZES.find(fits) ?? ROW_SIZE_MIN
  return { size, widths: distributeColumnWidths(needsAt(size), pen.width) }
}

/** Draws the title and the page number on each page of the PDF. */
function drawFooters(pen: Pen, title: string) {
  const { start, count } = pen.doc.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    pen.doc.switchToPage(page)
    pen.y = pen.doc.page.height - MARGIN - ABOUT
    // The page has no bottom margin, because the library would start another page for the page number.
    pen.doc.page.margins.bottom = 0
    pen.write(title, { x: MARGIN, size: ABOUT, weight: 'strong', colour: GREY })
    pen.write(`${page - start + 1} / ${count}`, { x: 0, end: MARGIN + pen.width, size: ABOUT, colour: GREY })
  }
}
