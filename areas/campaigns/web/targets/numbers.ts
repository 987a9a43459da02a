// Finds membership numbers in pasted text or in the content of a file.
// If the pasted text has several columns, the column with a matching heading is used, otherwise the first column.

const heading = /member\s*ship|member\s*no|mbs\s*no/i
const cells = (line: string) =>
  [...line.matchAll(/("(?:[^"]|"")*"|[^,;\t]*)(?:[,;\t]|$)/g)].map(([, cell = '']) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  )
const isNumber = (cell: string) => /\d/.test(cell)

export function extractMembershipNumbers(text: string): string[] {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .map(cells)
    .filter((line) => line.some((cell) => cell !== ''))
  const [first, ...rest] = lines
  if (!first) return []
  const column = first.findIndex((cell) => heading.test(cell) && !isNumber(cell))
  if (column >= 0) return rest.flatMap((line) => line[column] || [])
  if (!first.some(isNumber)) return rest.flatMap((line) => line[0] || [])
  // In a single line, or with one value per line, every value of the text is a membership number.
  return lines.length === 1 || lines.every((line) => line.length === 1)
    ? lines.flat().filter((cell) => cell !== '')
    : lines.flatMap((line) => line[0] || [])
}
