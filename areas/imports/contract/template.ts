/** A CSV file with the names of all fields and one row of examples. */
export function createTemplateCsv(targets: readonly { field: string; example: string }[]): string {
  const line = (cells: string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
  const rows = [targets.map(({ field }) => field), targets.map(({ example }) => example)]
  return `${rows.map(line).join('\r\n')}\r\n`
}
