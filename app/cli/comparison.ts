import type { RestoreResult } from './backup/read-backup.ts'

/** Compares counts and sums of the backup with those of the restored database. `same` is true if all are equal. */
export function compareBackupWithRestore({ manifest, rows, sums }: RestoreResult): { lines: string[]; same: boolean } {
  const figures: [name: string, backup: string, restored: string][] = [
    ...manifest.tables
      .filter((table) => table.rows > 0 || rows[table.name] !== 0)
      .map(({ name, rows: saved }): [string, string, string] => [`rows of ${name}`, `${saved}`, `${rows[name]}`]),
    ...Object.entries(manifest.sums).map(([name, saved]): [string, string, string] => [name, saved, `${sums[name]}`]),
  ]
  const widths = [0, 1, 2].map((column) => Math.max(10, ...figures.map((figure) => figure[column]!.length)))
  const line = ([name, backup, restored]: readonly [string, string, string]) =>
    `  ${name.padEnd(widths[0]!)}  ${backup.padStart(widths[1]!)}  ${restored.padStart(widths[2]!)}`
  const marked = figures.map((figure) => line(figure) + (figure[1] === figure[2] ? '' : '  DIFFERENT'))
  return {
    lines: [line(['', 'backup', 'restored']), ...marked],
    same: figures.every(([, backup, restored]) => backup === restored),
  }
}
