/** How wide a text is. */
export type Measure = (text: string) => number

/** Between the letters of Chinese and Japanese a line may end anywhere; else after a blank. */
const pieces =
  /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]|[^\s\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]+|\s+/gu

export const piecesOf = (text: string): string[] => text.match(pieces) ?? []

/** The lines of a text that is no wider than this; a word that is wider than a line is cut. */
export function wrap(text: string, width: number, measure: Measure): string[] {
  if (measure(text) <= width) return [text]
  const lines: string[] = []
  let line = ''
  for (const piece of piecesOf(text).flatMap((one) => cut(one, width, measure))) {
    if (line !== '' && measure((line + piece).trimEnd()) > width) {
      lines.push(line.trimEnd())
      line = piece.trimStart()
    } else line += piece
  }
  if (line.trim() !== '') lines.push(line.trimEnd())
  return lines
}

function cut(piece: string, width: number, measure: Measure): string[] {
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

/** What a column needs: no word of it cut, and all of it in one line. */
type Need = { least: number; most: number }

/** Widths of columns that fill a width: as a browser does it, by what each would like beyond what it must have. */
export function share(needs: readonly Need[], width: number): number[] {
  const sum = (of: (need: Need) => number) => needs.reduce((total, need) => total + of(need), 0)
  const least = sum((need) => need.least)
  const most = sum((need) => need.most)
  if (least >= width) return needs.map((need) => (need.least / least) * width)
  if (most <= width) return needs.map((need) => need.most + (width - most) / needs.length)
  return needs.map((need) => need.least + ((need.most - need.least) / (most - least)) * (width - least))
}
