/** A function that returns the width of a text. */
export type MeasureTextWidth = (text: string) => number

/** A line can break between Chinese and Japanese characters, and otherwise after a space. */
const pieces =
  /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]|[^\s\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]+|\s+/gu

export const splitIntoBreakablePieces = (text: string): string[] => text.match(pieces) ?? []

/** Breaks a text into lines of at most this width. A word wider than a line is cut. */
export function wrapText(text: string, width: number, measure: MeasureTextWidth): string[] {
  if (measure(text) <= width) return [text]
  const lines: string[] = []
  let line = ''
  for (const piece of splitIntoBreakablePieces(text).flatMap((word) => cut(word, width, measure))) {
    if (line !== '' && measure((line + piece).trimEnd()) > width) {
      lines.push(line.trimEnd())
      line = piece.trimStart()
    } else line += piece
  }
  if (line.trim() !== '') lines.push(line.trimEnd())
  return lines
}

function cut(piece: string, width: number, measure: MeasureTextWidth): string[] {
  if (measure(piece) <= width) return [piece]
  const parts: string[] = []
  let part = ''
  for (const letter of piece) {
    if (part !== '' && measure(part + letter) > width) {
      parts.push(part)
      part = ''
    }
    part += letter
  }
  return [...parts, part]
}

/** The limits of a column's width: the minimum without cutting a word, and the maximum with all text on one line. */
type ColumnNeed = { min: number; max: number }

/**
 * Distributes the width of a page among columns by the algorithm of HTML tables.
 * Each column gets its minimum width, and the rest is distributed in proportion to the missing widths.
 */
export function distributeColumnWidths(needs: readonly ColumnNeed[], width: number): number[] {
  const sum = (widthOf: (need: ColumnNeed) => number) => needs.reduce((total, need) => total + widthOf(need), 0)
  const min = sum((need) => need.min)
  const max = sum((need) => need.max)
  if (min >= width) return needs.map((need) => (need.min / min) * width)
  if (max <= width) return needs.map((need) => need.max + (width - max) / needs.length)
  return needs.map((need) => need.min + ((need.max - need.min) / (max - min)) * (width - min))
}
