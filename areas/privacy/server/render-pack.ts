import { stringify } from 'csv-stringify/sync'
import { csvOptions } from '#kit/server/spreadsheet/csv.ts'
import { harmless } from '#kit/server/spreadsheet/harmless.ts'
import type { ZipEntry } from '#kit/server/zip.ts'
import type { Pack, PackTable } from './pack.ts'

type About = { name: string; madeAt: string }

/** The same three times: for programs, for spreadsheets, and to be read. */
export function filesOfPack(pack: Pack, about: About): ZipEntry[] {
  const data = Object.fromEntries(pack.tables.map(({ name, rows }) => [name, rows]))
  return [
    { name: 'index.html', content: Buffer.from(pageOf(pack, about)) },
    { name: 'data.json', content: Buffer.from(JSON.stringify({ ...about, data }, null, 2)) },
    ...pack.tables.map((table) => ({ name: `csv/${table.name}.csv`, content: Buffer.from(csvOf(table)) })),
    ...pack.files,
  ]
}

const columnsOf = ({ rows }: PackTable) => [...new Set(rows.flatMap(Object.keys))]

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

function csvOf(table: PackTable): string {
  const columns = columnsOf(table)
  return stringify(
    [columns, ...table.rows.map((row) => columns.map((column) => harmless(textOf(row[column]))))],
    csvOptions,
  )
}

const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign]!)

/** 'DateOfBirth' → 'Date of birth', 'IdNo' → 'Id no'. */
const spaced = (name: string) => {
  const text = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return text[0]!.toUpperCase() + text.slice(1)
}

function pageOf({ tables, files }: Pack, { name, madeAt }: About): string {
  const sections = [...Map.groupBy(tables, ({ part }) => part)].map(
    ([part, its]) => `<section><h2>${escaped(part)}</h2>${its.map(tableOf).join('')}</section>`,
  )
  const pictures = files.map((file) => `<li><a href="${escaped(file.name)}">${escaped(file.name)}</a></li>`)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Personal data: ${escaped(name)}</title>
<style>${style}</style></head>
<body><main><h1>Personal data: ${escaped(name)}</h1>
<p>Everything that is kept about you, as of ${escaped(madeAt)}. The file data.json holds the same for programs, the folder csv for spreadsheets.</p>
${sections.join('\n')}
${pictures.length > 0 ? `<section><h2>Files</h2><ul>${pictures.join('')}</ul></section>` : ''}
</main></body></html>
`
}

/** One row is read as a list of its fields, several as a table. */
function tableOf(table: PackTable): string {
  const title = `<h3>${escaped(spaced(table.name))} <small>${table.rows.length}</small></h3>`
  const columns = columnsOf(table)
  if (table.rows.length === 1) {
    const facts = columns.map(
      (column) => `<div><dt>${escaped(spaced(column))}</dt><dd>${escaped(textOf(table.rows[0]![column]))}</dd></div>`,
    )
    return `${title}<dl>${facts.join('')}</dl>`
  }
  const head = columns.map((column) => `<th scope="col">${escaped(spaced(column))}</th>`).join('')
  const body = table.rows
    .map((row) => `<tr>${columns.map((column) => `<td>${escaped(textOf(row[column]))}</td>`).join('')}</tr>`)
    .join('')
  return `${title}<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`
}

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0}main{max-width:72rem;margin:auto;padding:2rem 1rem}
h2{border-bottom:1px solid;padding-bottom:.25rem;margin-top:2.5rem}small{font-weight:400;opacity:.7}.wide{overflow-x:auto}
table{border-collapse:collapse;font-size:.875rem}th,td{text-align:start;padding:.375rem .75rem;border-bottom:1px solid #8884;vertical-align:top}
dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(16rem,1fr));gap:.75rem 1.5rem;margin:0}dt{font-size:.8125rem;opacity:.7}dd{margin:0;overflow-wrap:anywhere}`
